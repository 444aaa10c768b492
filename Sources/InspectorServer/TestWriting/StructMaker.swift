// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A function of the fixtures that makes values of a struct from their recorded fields.
///
/// It is written with the memberwise initializer; a type that is made in another way is the developer's to change, in this
/// one place.
struct StructMaker: Sendable, Hashable {
    struct Field: Sendable, Hashable {
        let name: String
        var type: String
    }

    let type: String
    private(set) var fields: [Field]
    /// Number of the first call with such a value.
    let firstCall: UInt64

    /// - Returns: nil for a value of which the record has no fields with names, or not all.
    init?(of value: RecordedValue, in call: UInt64) {
        guard value.kind == .struct, value.content == .none, value.truncation == nil,
            value.count ?? 0 == value.children.count, !value.children.isEmpty,
            SwiftName.isNominalType(Self.plain(value.typeName))
        else { return nil }
        fields = []
        for child in value.children {
            // The storage of a property wrapper, such as `_title`, is no label of the initializer.
            guard let name = child.label, !name.hasPrefix("_"), SwiftName.isIdentifier(name),
                SwiftName.isType(child.typeName)
            else {
                return nil
            }
            fields.append(Field(name: name, type: child.typeName))
        }
        type = Self.plain(value.typeName)
        firstCall = call
    }

    /// `makeItem` for `Shop.Item`.
    var name: String {
        let last = type.unicodeScalars.prefix { $0 != "<" }.split(separator: ".").last
        return "make" + SwiftName.identifier(from: last.map { String($0) } ?? "", or: "Value")
    }

    /// Lets the fields be nil that are in another value; false if the two have different fields.
    mutating func accept(_ other: StructMaker) -> Bool {
        guard fields.map(\.name) == other.fields.map(\.name) else { return false }
        var merged = fields
        for (place, field) in other.fields.enumerated() where field.type != merged[place].type {
            guard Self.plain(field.type) == Self.plain(merged[place].type) else { return false }
            merged[place].type = Self.plain(field.type) + "?"
        }
        fields = merged
        return true
    }

    /// The function.
    var lines: [String] {
        let parameters = fields.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
        let arguments = fields.map { "\($0.name): \(Self.escaped($0.name))" }.joined(separator: ", ")
        return [
            "    /// With its recorded fields, as in call #\(firstCall). Change this if it is made in another way.",
            "    func \(name)(\(parameters)) -> \(type) {", "        \(type)(\(arguments))", "    }",
        ]
    }

    // MARK: Names

    private static func plain(_ type: String) -> String { type.hasSuffix("?") ? String(type.dropLast()) : type }

    private static func escaped(_ name: String) -> String { SwiftName.keywords.contains(name) ? "`\(name)`" : name }
}
