// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Identifiers with characters beyond letters, digits and underscores.
///
/// Swift's variant of RFC 3492: the delimiter is an underscore, the digits are `a` to `z` and `A` to `J`, and ASCII
/// characters that a symbol can't contain are encoded as U+D800 plus their value.
enum Punycode {
    /// Decodes text, or returns nil if it's damaged. The result has at most as many scalars as the text has bytes.
    static func decode(_ text: ArraySlice<UInt8>) -> String? {
        var rest = text
        var scalars: [UInt32] = []
        if let delimiter = text.lastIndex(of: UInt8(ascii: "_")) {
            scalars = text[..<delimiter].map(UInt32.init)
            guard scalars.allSatisfy({ $0 < 0x80 }) else { return nil }
            rest = text[(delimiter + 1)...]
        }
        guard insert(&rest, into: &scalars) else { return nil }
        return string(scalars)
    }

    /// Decodes the insertions that follow the delimiter.
    private static func insert(_ rest: inout ArraySlice<UInt8>, into scalars: inout [UInt32]) -> Bool {
        var scalar = 128
        var position = 0
        var bias = 72
        while !rest.isEmpty {
            guard let delta = readDelta(&rest, bias: bias) else { return false }
            let count = scalars.count + 1
            bias = adaptedBias(delta, count: count, isFirst: position == 0)
            position += delta
            scalar += position / count
            position %= count
            guard scalar <= 0x10FFFF else { return false }
            scalars.insert(UInt32(scalar), at: position)
            position += 1
        }
        return true
    }

    /// Reads a number of variable length; nil if it ends early or exceeds what any valid insertion needs.
    private static func readDelta(_ rest: inout ArraySlice<UInt8>, bias: Int) -> Int? {
        var delta = 0
        var weight = 1
        var base = 36
        while true {
            guard let byte = rest.popFirst(), let digit = digit(byte) else { return nil }
            delta += digit * weight
            let threshold = min(max(base - bias, 1), 26)
            if digit < threshold { return delta }
            weight *= 36 - threshold
            base += 36
            guard weight <= 1 << 34, delta <= 1 << 40 else { return nil }
        }
    }

    private static func adaptedBias(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var bias = 0
        while delta > 455 {
            delta /= 35
            bias += 36
        }
        return bias + 36 * delta / (delta + 38)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch Unicode.Scalar(byte) {
        case "a"..."z": Int(byte - UInt8(ascii: "a"))
        case "A"..."J": Int(byte - UInt8(ascii: "A")) + 26
        default: nil
        }
    }

    private static func string(_ values: [UInt32]) -> String? {
        var text = String.UnicodeScalarView()
        for value in values {
            let isSymbolCharacter = (0xD800..<0xD880).contains(value)
            guard let scalar = Unicode.Scalar(isSymbolCharacter ? value - 0xD800 : value) else { return nil }
            text.append(scalar)
        }
        return String(text)
    }
}
