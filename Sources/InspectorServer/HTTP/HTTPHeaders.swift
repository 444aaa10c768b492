// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Header fields in order; names are case-insensitive.
struct HTTPHeaders: Sendable, ExpressibleByArrayLiteral {
    private(set) var fields: [(name: String, value: String)]

    init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

    init(arrayLiteral elements: (String, String)...) { fields = elements.map { (name: $0.0, value: $0.1) } }

    /// The first value of a field.
    subscript(name: String) -> String? { fields.first { Self.isSame($0.name, name) }?.value }

    /// All values of a field.
    func values(_ name: String) -> [String] {
        fields.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    /// Appends a field.
    mutating func add(_ name: String, _ value: String) { fields.append((name, value)) }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && zip(left.utf8, right.utf8).allSatisfy { lowered($0) == lowered($1) }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
}
