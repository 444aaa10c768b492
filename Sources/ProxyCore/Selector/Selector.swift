// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The identity of one protocol requirement, printed as Swift prints it: `parser(_:foundCharacters:)`.
///
/// Two requirements that share their full name are told apart by parameter types, then by the return type, both
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

    /// The argument labels in order, nil for `_`; the new value of a setter comes first and has none.
    var argumentLabels: [String?] {
        guard let open = name.firstIndex(of: "("), let close = name[open...].firstIndex(of: ")") else { return [] }
        return (accessor == .set ? [nil] : [])
            + name[name.index(after: open)..<close].split(separator: ":").map { $0 == "_" ? nil : String($0) }
    }
}
