// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A type whose values the library makes from JSON itself.
///
/// The module that knows a type adds its conformance.
package protocol JSONMakeable {
    /// Makes the value at a place.
    static func make(from place: JSONPlace) throws(ValueProblem) -> Self

    /// Types of the values inside, all of which have to be makeable. Default none.
    static var parts: [Any.Type] { get }

    /// The form of values as keys of objects. Default `.none`.
    static var keyText: KeyText { get }

    /// Writes the JSON from which the value would be made.
    ///
    /// - Throws: `ValueJSON.Missing` if there is none.
    func put(to writer: inout JSONWriter, _ json: ValueJSON) throws
}

extension JSONMakeable {
    package static var parts: [Any.Type] { [] }
    package static var keyText: KeyText { .none }
}

/// How values of a type are written as keys of an object.
package enum KeyText {
    /// Not at all: a dictionary is an array of pairs.
    case none
    /// As the strings that they are made from anyway.
    case string
    /// By their digits.
    case number

    /// The form for any type.
    init(_ type: Any.Type) {
        self =
            if let type = type as? any JSONMakeable.Type {
                type.keyText
            } else if type is any ConstructibleValue.Type {
                .string
            } else if let type = type as? any RawRepresentable.Type, RawForm.isUsable(type) {
                RawForm.keyText(type)
            } else if type is any CaseIterable.Type, TypeKind(type) == .enumeration {
                .string
            } else {
                .none
            }
    }
}
