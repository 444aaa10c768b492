// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The descriptor of a struct or enum.
///
/// Layout: swift/ABI/Metadata.h, `TargetTypeContextDescriptor` and its subclasses.
struct TypeDescriptor {
    let address: UnsafeRawPointer

    init(at address: UnsafeRawPointer) {
        self.address = address
    }

    /// The module and the names of the types around this one and its own; nil if an extension or a function is among
    /// them.
    var path: (module: String, name: String)? {
        var names = [Self.name(of: address)]
        var context = address
        for _ in 0..<Layout.depthLimit {
            guard let parent = Relative.indirectable(context + Layout.parent) else { return nil }
            context = parent
            switch context.load(as: UInt32.self) & Layout.kindMask {
            case Layout.module: return (Self.name(of: context), names.reversed().joined(separator: "."))
            case Layout.classKind, Layout.structKind, Layout.enumKind: names.append(Self.name(of: context))
            default: return nil
            }
        }
        return nil
    }

    /// The name of the module, "?" if it isn't found.
    var module: String {
        var context = address
        for _ in 0..<Layout.depthLimit {
            if context.load(as: UInt32.self) & Layout.kindMask == Layout.module { return Self.name(of: context) }
            guard let parent = Relative.indirectable(context + Layout.parent) else { break }
            context = parent
        }
        return "?"
    }

    /// The name in symbols: that in C if a type of C has another one in Swift.
    ///
    /// Behind the name of such a type there are more texts, up to an empty one. Their first letters say what they are.
    /// - SeeAlso: swift/ABI/Metadata.h, `TypeImportInfo`.
    var symbolName: String? {
        guard let place = Relative.direct(address + Layout.name) else { return nil }
        var text = place.assumingMemoryBound(to: CChar.self)
        let name = String(cString: text)
        guard hasImportInfo else { return name }
        while true {
            while text.pointee != 0 { text += 1 }
            text += 1
            guard text.pointee != 0 else { return name }
            if text.pointee == Layout.symbolNameLetter { return String(cString: text + 1) }
        }
    }

    private var hasImportInfo: Bool {
        let flags = address.load(as: UInt32.self)
        let isType = (Layout.classKind...Layout.enumKind).contains(flags & Layout.kindMask)
        return isType && flags & Layout.importInfoFlag != 0
    }

    /// The type's name with its module, for messages.
    var text: String { "\(module).\(path?.name ?? Self.name(of: address))".asInSource }

    /// The declarations of stored properties or cases; nil if they were compiled without reflection metadata.
    var fields: FieldDescriptor? { Relative.direct(address + Layout.fields).map(FieldDescriptor.init) }

    private static func name(of context: UnsafeRawPointer) -> String {
        guard let name = Relative.direct(context + Layout.name) else { return "?" }
        return String(cString: name.assumingMemoryBound(to: CChar.self))
    }

    func half(at offset: Int) -> Int { Int(address.load(fromByteOffset: offset, as: UInt32.self)) }

    private enum Layout {
        static let parent = 4
        static let name = 8
        static let fields = 16
        static let depthLimit = 64
        /// `ContextDescriptorKind`.
        static let kindMask: UInt32 = 0x1F
        static let module: UInt32 = 0
        static let classKind: UInt32 = 16
        static let structKind: UInt32 = 17
        static let enumKind: UInt32 = 18
        /// `TypeContextDescriptorFlags::HasImportInfo`, in the upper half.
        static let importInfoFlag: UInt32 = 1 << 18
        static let symbolNameLetter = CChar(bitPattern: UInt8(ascii: "N"))
    }
}

extension TypeDescriptor {
    /// Number of stored properties of a struct.
    var propertyCount: Int { half(at: Specific.first) }

    /// Bytes from a struct's metadata to the offsets of its properties, four bytes each; nil if it has none.
    var propertyOffsets: Int? {
        let words = half(at: Specific.second)
        return words == 0 ? nil : words * MemoryLayout<UInt>.size
    }

    /// Number of an enum's cases with a payload. Payloads that never take space don't count.
    var payloadCaseCount: Int { half(at: Specific.first) & Specific.payloadCountMask }

    var emptyCaseCount: Int { half(at: Specific.second) }

    /// `TargetStructDescriptor` and `TargetEnumDescriptor`.
    private enum Specific {
        static let first = 20
        static let second = 24
        static let payloadCountMask = 0xFF_FFFF
    }
}

/// Pointers that are relative to where they are stored (swift/Basic/RelativePointer.h); 0 for none.
enum Relative {
    static func direct(_ place: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = Int(place.load(as: Int32.self))
        return offset == 0 ? nil : place + offset
    }

    /// A pointer with a lowest bit that says whether it leads to another pointer.
    static func indirectable(_ place: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = Int(place.load(as: Int32.self))
        guard offset != 0 else { return nil }
        let address = place + (offset & ~1)
        return offset & 1 == 0 ? address : address.load(as: UnsafeRawPointer?.self)
    }
}
