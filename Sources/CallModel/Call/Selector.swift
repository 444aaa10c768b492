// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The identity of one protocol requirement, printed as Swift prints it: `parser(_:foundCharacters:)`.
///
/// Requirements with the same full name are distinguished by their parameter types, then by the return type; both are
/// appended to `name`: `contactPicker(_:didSelect:)(ContactPicker, Contact)`.
public struct Selector: Hashable, Sendable, CustomStringConvertible {
    /// Name of the protocol that declares the requirement.
    public let protocolName: String

    /// Full Swift name of the requirement, with its argument labels.
    public let name: String

    /// Creates the identity from a protocol's name and a requirement's full name.
    public init(protocolName: String, name: String) {
        self.protocolName = protocolName
        self.name = name
    }

    /// The name alone; the protocol is part of the identity but not of the text.
    public var description: String { name }

    /// The name before its labels: `parser` of `parser(_:foundCharacters:)`.
    public var baseName: Substring { name.prefix { $0 != "(" && $0 != "." } }

    /// The argument labels in order, nil for `_`. A setter's new value comes first and has no label.
    package var argumentLabels: [String?] {
        guard let open = name.firstIndex(of: "("), let close = name[open...].firstIndex(of: ")") else { return [] }
        return (accessor == .set ? [nil] : [])
            + name[name.index(after: open)..<close].split(separator: ":").map { $0 == "_" ? nil : String($0) }
    }
}

extension Selector {
    package enum Accessor: String {
        case get, set
    }

    /// The accessor of a property or subscript; nil for a method, and for a property named without an accessor.
    package var accessor: Accessor? {
        let end = name.firstIndex(of: "(").flatMap { name[$0...].firstIndex(of: ")") }
        let rest = end.map { name[name.index(after: $0)...] } ?? name[...].drop { $0 != "." }
        guard rest.first == "." else { return nil }
        return Accessor(rawValue: String(rest.dropFirst().prefix { $0.isLetter }))
    }
}

extension Selector {
    /// The call with its arguments on one line, for display: `parser(_: XMLParser@1f, foundCharacters: "text")`,
    /// `topic.get`, `topic.set(_: "news")`, `subscript(_: 1).get`.
    ///
    /// - Parameter arguments: The text of each argument, including its label.
    package func call(with arguments: [String]) -> String {
        let list = "(\(arguments.joined(separator: ", ")))"
        guard let accessor else { return name.contains("(") || !arguments.isEmpty ? baseName + list : name }
        if name.contains("(") { return "\(baseName)\(list).\(accessor)" }
        return "\(baseName).\(accessor)" + (arguments.isEmpty ? "" : list)
    }
}
