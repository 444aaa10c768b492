// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(booleanLiteral value: Bool) { self = .boolean(value) }
    init(integerLiteral value: Int64) { self = .integer(value) }
    init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member(key: $0.0, value: $0.1) })
    }

    /// The member of an object; nil if there is none, or for another kind of value.
    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The text of a string.
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// A whole number, however it is written: `2` or `2.0`.
    ///
    /// - SeeAlso: JSON Schema Core, 4.2.3 "Instance Equality".
    var wholeNumber: Int64? {
        switch self {
        case .integer(let number): number
        case .real(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// The same object with members added at its end.
    func adding(_ members: [Member]) -> JSONValue {
        guard case .object(let own) = self else { return self }
        return .object(own + members)
    }
}
