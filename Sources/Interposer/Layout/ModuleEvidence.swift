// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose
internal import Synchronization

/// Whether the modules of an image were built for library evolution, as far as their declarations show it.
///
/// Metadata doesn't say it. But the compiler gives a struct that is one plain word, or one reference, the value witnesses
/// of the runtime's own such types, unless clients may not know its layout: then it has witnesses of its own. And a
/// protocol that clients may not know the layout of says so.
///
/// - SeeAlso: swift/lib/IRGen/GenValueWitness.cpp, `getAddrOfKnownValueWitnessTable`
enum ModuleEvidence {
    /// Whether clients know the layout of a struct.
    enum Layout {
        /// They do: its module isn't built for evolution, or the struct is frozen.
        case known
        /// They don't.
        case hidden
        /// The struct has witnesses of its own in either case.
        case unclear

        /// Of a type that is no struct, `unclear`.
        init(of metadata: TypeMetadata) {
            self = .unclear
            guard let descriptor = metadata.descriptor, cinterpose_fixed_struct(descriptor.address) != nil,
                let known = SharedWitnesses.table(for: metadata, descriptor)
            else { return }
            self = ValueWitnesses(metadata).table == known ? .known : .hidden
        }
    }

    private struct Module: Hashable {
        let name: String
        let image: UInt
    }

    private static let found = Mutex<[Module: Bool]>([:])

    /// Whether a declaration of a module shows that it was built for evolution.
    ///
    /// - Parameter image: Base of the image that has the module.
    /// - Complexity: Looks at all types and protocols of the process, the first time.
    static func showsEvolution(_ name: String, in image: UnsafeRawPointer?) -> Bool {
        let module = Module(name: name, image: UInt(bitPattern: image))
        if let known = found.withLock({ $0[module] }) { return known }
        let shows = Search(module).run()
        found.withLock { $0[module] = shows }
        return shows
    }

    private final class Search {
        private let module: Module
        private var isFound = false

        init(_ module: Module) { self.module = module }

        func run() -> Bool {
            withExtendedLifetime(self) {
                let context = Unmanaged.passUnretained(self).toOpaque()
                cinterpose_each_protocol(context) { context, proto in
                    let search = Unmanaged<Search>.fromOpaque(context!).takeUnretainedValue()
                    let proto = proto.pointee
                    return search.look(at: proto.protocol, of: proto.module) { cinterpose_is_resilient(proto.protocol) }
                }
                guard !isFound else { return true }
                cinterpose_each_type(context) { context, descriptor, module in
                    let search = Unmanaged<Search>.fromOpaque(context!).takeUnretainedValue()
                    return search.look(at: descriptor, of: module) {
                        guard let metadata = cinterpose_fixed_struct(descriptor) else { return false }
                        return Layout(of: TypeMetadata(TypeMetadata.type(at: metadata))) == .hidden
                    }
                }
                return isFound
            }
        }

        /// - Returns: Whether to go on.
        private func look(
            at descriptor: UnsafeRawPointer,
            of name: UnsafePointer<CChar>,
            _ isEvidence: () -> Bool
        ) -> Bool {
            if String(cString: name) == module.name,
                UInt(bitPattern: cinterpose_image_of(descriptor).base) == module.image
            {
                isFound = isEvidence()
            }
            return !isFound
        }
    }
}

/// The value witnesses of the runtime that the compiler uses for types with a simple layout.
private enum SharedWitnesses {
    /// Those that a struct has if clients know its layout; nil if it has witnesses of its own then, too.
    static func table(for metadata: TypeMetadata, _ descriptor: TypeDescriptor) -> UnsafeRawPointer? {
        let witnesses = ValueWitnesses(metadata)
        guard witnesses.isCopyable, witnesses.isBitwiseTakable, !witnesses.isIncomplete,
            witnesses.alignmentMask == witnesses.size - 1
        else { return nil }
        if witnesses.isPlain { return witnesses.extraInhabitantCount == 0 ? plain(witnesses.size) : nil }
        return witnesses.size == MemoryLayout<AnyObject>.size && isReference(descriptor) ? reference : nil
    }

    private static func plain(_ size: Int) -> UnsafeRawPointer? {
        switch size {
        case 1: ValueWitnesses(UInt8.self).table
        case 2: ValueWitnesses(UInt16.self).table
        case 4: ValueWitnesses(UInt32.self).table
        case 8: ValueWitnesses(UInt64.self).table
        default: nil
        }
    }

    private final class Object {}

    private static var reference: UnsafeRawPointer { ValueWitnesses(Object.self).table }

    /// Whether the only property of a struct is a reference to an object.
    private static func isReference(_ descriptor: TypeDescriptor) -> Bool {
        guard let fields = descriptor.fields, fields.count == 1, let name = fields[0].typeName, !name.isWeak,
            let found = cinterpose_type_by_name(name.start, name.length, descriptor.address, nil),
            case .object = TypeMetadata(TypeMetadata.type(at: found)).kind
        else { return false }
        return true
    }
}
