// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CallModel

extension JSONMakeable where Self: FixedWidthInteger {
    package static var keyText: KeyText { .number }

    /// Makes an integer from a number that is exactly one, such as `1`, `1.0` or `1e3`.
    package static func make(from place: JSONPlace) throws(ValueProblem) -> Self {
        if place.isObjectKey { return try make(fromKey: place) }
        guard place.node.kind == .number else { throw place.mismatch(Self.self, give: range) }
        if let number: Self = DecimalDigits.integer(place.node.bytes) { return number }
        do throws(DecimalLiteral.Fault) {
            return try DecimalLiteral(place.node.bytes).integer()
        } catch {
            switch error {
            case .fraction: throw place.mismatch(Self.self, give: "a whole number")
            case .range: throw place.mismatch(Self.self, give: range)
            }
        }
    }

    /// Makes an integer from its digits, without leading zeros.
    private static func make(fromKey place: JSONPlace) throws(ValueProblem) -> Self {
        let bytes = place.node.bytes
        guard let number: Self = DecimalDigits.integer(bytes), bytes.elementsEqual(String(number).utf8) else {
            throw place.mismatch(Self.self, give: "the digits of \(range)")
        }
        return number
    }

    private static var range: String { "\(Self.min) to \(Self.max)" }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) { writer.number(String(self)) }
}

extension Int: JSONMakeable {}

extension Int8: JSONMakeable {}

extension Int16: JSONMakeable {}

extension Int32: JSONMakeable {}

extension Int64: JSONMakeable {}

extension Int128: JSONMakeable {}

extension UInt: JSONMakeable {}

extension UInt8: JSONMakeable {}

extension UInt16: JSONMakeable {}

extension UInt32: JSONMakeable {}

extension UInt64: JSONMakeable {}

extension UInt128: JSONMakeable {}

extension JSONMakeable where Self: BinaryFloatingPoint & LosslessStringConvertible {
    /// Makes the nearest number, or from a string one that JSON has no numbers for. A number that is too large or so
    /// small that only 0 would remain is refused.
    package static func make(from place: JSONPlace) throws(ValueProblem) -> Self {
        guard place.node.kind == .number else {
            guard let named = named(place.node) else { throw place.mismatch(Self.self, give: wanted) }
            return named
        }
        let bytes = place.node.bytes
        guard let number = Self(String(decoding: bytes, as: UTF8.self)), number.isFinite else {
            let largest = Self.greatestFiniteMagnitude
            throw place.mismatch(Self.self, give: "-\(largest) to \(largest)")
        }
        guard number != 0 || DecimalLiteral(bytes).isZero else {
            throw place.mismatch(Self.self, give: "0, or at least \(Self.leastNonzeroMagnitude)")
        }
        return number
    }

    private static var wanted: String { "a number, \"nan\", \"inf\" or \"-inf\"" }

    private static func named(_ node: JSONNode) -> Self? {
        node.choice([("nan", nan), ("inf", infinity), ("-inf", -infinity)])
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) {
        if isNaN { writer.plain("nan") } else { writer.real(self) }
    }
}

extension Double: JSONMakeable {}

extension Float: JSONMakeable {}

extension Float16: JSONMakeable {}

extension Bool: JSONMakeable {
    package static func make(from place: JSONPlace) throws(ValueProblem) -> Bool {
        guard let truth = place.node.bool else { throw place.mismatch(Bool.self, give: "true or false") }
        return truth
    }

    package func put(to writer: inout JSONWriter, _ json: ValueJSON) { writer.bool(self) }
}
