// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose

/// The images that types of some modules must be in.
///
/// Several images may have a module of one name, such as two versions of a plugin, and the runtime finds the types of any
/// of them. Those of the modules that a protocol and a conforming type belong to are in the images of these.
struct TypeHomes: Sendable {
    private struct Home {
        let module: String
        let image: UInt
    }

    private let homes: [Home]

    /// Every type is taken.
    static let anywhere = TypeHomes([])

    /// - Parameter descriptors: Of the protocol and the conforming type.
    init(_ descriptors: [UnsafeRawPointer]) {
        homes = descriptors.compactMap { descriptor in
            let module = TypeDescriptor(at: descriptor).module
            guard module != ModuleStability.importedModule else { return nil }
            return Home(module: module, image: Self.image(of: descriptor))
        }
    }

    /// Whether a type that was found by its name, and those among its generic arguments, may be the ones that are meant.
    func allow(_ found: Any.Type, for symbol: SymbolType) -> Bool {
        guard !homes.isEmpty else { return true }
        switch symbol {
        case .nominal(let nominal):
            let arguments = SymbolContext.type(nominal).argumentLists.joined()
            return hasPlace(found) && arguments.allSatisfy(allowPart)
        case .tuple(let elements): return elements.allSatisfy { allowPart($0.type) }
        case .pack(let types): return types.allSatisfy(allowPart)
        default: return true
        }
    }

    private func allowPart(_ symbol: SymbolType) -> Bool {
        TypeLookup.found(symbol).map { allow($0, for: symbol) } ?? true
    }

    /// Whether a type itself is where its module should be.
    private func hasPlace(_ type: Any.Type) -> Bool {
        guard let descriptor = TypeMetadata(type).nominalDescriptor else { return true }
        let module = descriptor.module
        return homes.allSatisfy { $0.module != module || $0.image == Self.image(of: descriptor.address) }
    }

    private static func image(of address: UnsafeRawPointer) -> UInt {
        UInt(bitPattern: cinterpose_image_of(address).base)
    }
}

extension TypeMetadata {
    /// The descriptor of a struct, enum or class; nil for other types.
    fileprivate var nominalDescriptor: TypeDescriptor? {
        switch kind {
        case .structure, .enumeration: descriptor
        case .object:
            address.load(fromByteOffset: Self.classDescriptorOffset, as: UnsafeRawPointer?.self).map(
                TypeDescriptor.init
            )
        default: nil
        }
    }
}
