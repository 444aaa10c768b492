// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A set of characters: a bit set for ASCII, ranges for the rest.
struct ScalarSet: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    private var ranges: [ClosedRange<UInt32>] = []
    private var isNegated = false
    /// Whether letters beyond ASCII also match in their other case.
    private var ignoresCase = false

    init(_ ranges: ClosedRange<UInt32>...) {
        for range in ranges { insert(range) }
    }

    static let digit = ScalarSet(0x30...0x39)
    static let word = ScalarSet(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A)
    static let space = ScalarSet(0x09...0x0D, 0x20...0x20)
    /// Every character except a line feed.
    static let dot = ScalarSet(0x0A...0x0A).inverted

    mutating func insert(_ range: ClosedRange<UInt32>) {
        for value in range.clamped(to: 0...0x7F) where range.contains(value) { insertASCII(value) }
        if range.upperBound > 0x7F { ranges.append(max(range.lowerBound, 0x80)...range.upperBound) }
    }

    private mutating func insertASCII(_ value: UInt32) {
        if value < 64 { low |= 1 << UInt64(value) } else { high |= 1 << UInt64(value - 64) }
    }

    mutating func formUnion(_ other: ScalarSet) {
        // Add the ranges of inverted sets, such as `\D` in brackets, explicitly.
        if other.isNegated {
            (low, high) = (low | ~other.low, high | ~other.high)
            ranges.append(0x80...0x10_FFFF)
        } else {
            (low, high) = (low | other.low, high | other.high)
            ranges += other.ranges
        }
    }

    var inverted: ScalarSet {
        var set = self
        set.isNegated.toggle()
        return set
    }

    /// The set including the other case of every letter.
    var ignoringCase: ScalarSet {
        var set = self
        let capitals = (high >> 1) & 0x3FF_FFFF
        let smalls = (high >> 33) & 0x3FF_FFFF
        set.high |= capitals << 33 | smalls << 1
        set.ignoresCase = true
        return set
    }

    /// Whether the set may contain a character beyond ASCII.
    var reachesBeyondASCII: Bool { isNegated || !ranges.isEmpty || ignoresCase }

    @inline(__always)
    func contains(_ value: UInt32) -> Bool {
        if value < 64 { return (low >> UInt64(value) & 1 != 0) != isNegated }
        if value < 128 { return (high >> UInt64(value - 64) & 1 != 0) != isNegated }
        return containsBeyondASCII(value) != isNegated
    }

    private func containsBeyondASCII(_ value: UInt32) -> Bool {
        if ranges.contains(where: { $0.contains(value) }) { return true }
        guard ignoresCase, let properties = Unicode.Scalar(value)?.properties else { return false }
        return [properties.lowercaseMapping, properties.uppercaseMapping].contains { mapping in
            guard let other = mapping.unicodeScalars.first, mapping.unicodeScalars.count == 1, other.value != value
            else {
                return false
            }
            return other.isASCII ? containsASCII(other.value) : ranges.contains { $0.contains(other.value) }
        }
    }

    private func containsASCII(_ value: UInt32) -> Bool {
        value < 64 ? low >> UInt64(value) & 1 != 0 : high >> UInt64(value - 64) & 1 != 0
    }
}
