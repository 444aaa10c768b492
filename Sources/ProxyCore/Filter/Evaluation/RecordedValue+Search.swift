// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension RecordedValue {
    /// The number of a numeric scalar; nil for other values.
    var number: FilterNumber? {
        switch content {
        case .signed(let number): .integer(Int128(number))
        case .unsigned(let number): .integer(Int128(number))
        case .float(let number): .real(Double(number))
        case .double(let number): .real(number)
        default: nil
        }
    }

    /// The texts by which the value itself can be found; empty if it is redacted or has none.
    var searchedTexts: [String] {
        switch content {
        case .none: kind == .nil && truncation == nil ? ["nil"] : []
        case .bool(let bool): [bool ? "true" : "false"]
        case .signed(let number): [number.description]
        case .unsigned(let number): [number.description]
        case .float(let number): [number.description]
        case .double(let number): [number.description]
        case .text(let text): kind == .redacted ? [] : [text]
        case .bytes(let bytes, _): [HexText.of(bytes), bytesText].compactMap(\.self)
        case .address: [identity, text].compactMap(\.self)
        }
    }

    /// The nested values with a given label, at any depth. Values inside a match are not listed separately.
    func parts(named name: PartName) -> [RecordedValue] {
        children.flatMap { child in
            if let label = child.label, name.isEqual(to: label) { return [child] }
            return child.parts(named: name)
        }
    }

    /// Bytes of the texts and blobs in the value, before truncation. Names of enumeration cases do not count.
    var searchedSize: Int {
        let own: Int =
            switch (content, kind) {
            // In a value with parts, the parts were truncated.
            case (.text(let text), .struct) where count != nil: text.utf8.count
            case (.text(let text), .string), (.text(let text), .struct): truncation?.original ?? text.utf8.count
            case (.bytes, _): count ?? 0
            default: 0
            }
        return children.reduce(own) { $0.saturatingAdding($1.searchedSize) }
    }

    /// Whether the value or a nested one is a number that passes.
    func hasNumber(_ comparison: FilterComparison) -> Bool {
        passes(comparison) || children.contains { $0.hasNumber(comparison) }
    }

    /// Whether the value itself is a number that passes.
    private func passes(_ comparison: FilterComparison) -> Bool {
        guard let number else { return false }
        if case .float = content { return comparison.roundedToFloat.holds(for: number) }
        return comparison.holds(for: number)
    }

    /// Whether the value is a number, and that one; nil if it is none.
    func isNumber(_ wanted: FilterNumber) -> Bool? {
        guard let number else { return nil }
        if case .float = content { return number.isEqual(to: wanted.roundedToFloat) }
        return number.isEqual(to: wanted)
    }

    /// Whether the value or a nested one was truncated.
    var hasTruncation: Bool { truncation != nil || children.contains(where: \.hasTruncation) }
}

/// Formats bytes as lower-case hexadecimal digits.
enum HexText {
    static func of(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
