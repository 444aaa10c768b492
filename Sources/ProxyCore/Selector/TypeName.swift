// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Names of types as written in Swift source: `[String: Int]?` rather than `Optional<Dictionary<String, Int>>`.
package enum TypeName {
    static func of(_ type: Any.Type) -> String {
        if let sugared = type as? any SugaredType.Type { return sugared.sourceName }
        return String(describing: type)
    }

    /// The name of a protocol, given the type of its existential.
    static func ofProtocol(_ type: Any.Type) -> String {
        let name = of(type)
        return name.hasPrefix("any ") ? String(name.dropFirst(4)) : name
    }

    /// The name of the type whose metadata is at `address`.
    static func at(_ address: UInt) -> String {
        // Metadata is never freed, and the address comes from the type of a value in this process.
        of(unsafeBitCast(address, to: (Any.Type).self))
    }
}

/// A type with its own syntax.
private protocol SugaredType {
    static var sourceName: String { get }
}

extension Optional: SugaredType {
    fileprivate static var sourceName: String {
        let name = TypeName.of(Wrapped.self)
        return FunctionType.isFunction(Wrapped.self) || name.hasPrefix("any ") ? "(\(name))?" : name + "?"
    }
}

extension InoutArgument: SugaredType {
    fileprivate static var sourceName: String { TypeName.of(Value.self) }
}

extension Array: SugaredType {
    fileprivate static var sourceName: String { "[\(TypeName.of(Element.self))]" }
}

extension Dictionary: SugaredType {
    fileprivate static var sourceName: String { "[\(TypeName.of(Key.self)): \(TypeName.of(Value.self))]" }
}

// Their elements have names of this form too, so that what is recorded of the elements is found by the collection's name.

extension Set: SugaredType {
    fileprivate static var sourceName: String { "Set<\(TypeName.of(Element.self))>" }
}

extension ArraySlice: SugaredType {
    fileprivate static var sourceName: String { "ArraySlice<\(TypeName.of(Element.self))>" }
}

extension TypeName {
    /// The name of a type without the marks of optionals at its end; those inside of it belong to other types.
    package static func unwrapped(_ name: String) -> String {
        // Most names have none: they are not copied.
        guard name.utf8.last == UInt8(ascii: "?") else { return name }
        return name.lastIndex { $0 != "?" }.map { String(name[...$0]) } ?? ""
    }

    /// The types of a recorded value's children that have none of their own: those of `elements`, also of an optional
    /// collection, and the one of a set or a slice.
    package static func children(of name: String) -> [String] {
        let plain = unwrapped(name)
        for generic in ["Set<", "ArraySlice<"] where plain.hasPrefix(generic) && plain.hasSuffix(">") {
            return [String(plain.dropFirst(generic.count).dropLast())]
        }
        return elements(of: plain)
    }

    /// The element types of a collection, parsed from its name: one for a list, two for a map.
    ///
    /// - Parameter name: Any text: an import and a transform name types as they like.
    package static func elements(of name: String) -> [String] {
        guard name.hasPrefix("["), name.hasSuffix("]") else { return [] }
        let inner = name.dropFirst().dropLast()
        var nesting = 0
        var previous: Character = " "
        for index in inner.indices {
            switch inner[index] {
            case "[", "(", "<": nesting += 1
            // Of an arrow, it closes nothing.
            case ">" where previous == "-": break
            case "]", ")", ">": nesting -= 1
            case ":" where nesting == 0:
                return [String(inner[..<index]), String(inner[index...].dropFirst().drop { $0 == " " })]
            default: break
            }
            previous = inner[index]
        }
        return [String(inner)]
    }
}
