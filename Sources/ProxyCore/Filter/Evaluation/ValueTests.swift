// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Looks for a pattern in the text of a value, or for a number.
struct ValueTextTest: EncodedValueTest {
    private let matcher: TextMatcher
    /// Set when numbers are compared as numbers and not as texts.
    private let number: NumberTest?
    private let matchesDigits: Bool
    private let identities: IdentityTable
    var scratch = MatchScratch()

    init(_ pattern: TextPattern, number: FilterNumber?, typeNames: TypeNameCache) {
        let matcher = pattern.matcher
        self.matcher = matcher
        self.number = number.map { NumberTest(equalTo: $0) }
        matchesDigits = matcher.canMatchNumbers
        identities = IdentityTable(matcher, typeNames)
    }

    var isDear: Bool { matcher.isDear }

    @inline(__always)
    mutating func holds(for value: EncodedValue) -> Bool {
        switch value.tag {
        case .string, .described, .enumeration: return matcher.matches(value.bytes, &scratch)
        case .signed, .unsigned, .float, .double:
            if let number { return number.holds(for: value) }
            return matchesDigits && holds(forText: value.numberText)
        case .object: return identities.holds(for: value, &scratch)
        default: return holdsForRareValue(value)
        }
    }

    @inline(never)
    private mutating func holdsForRareValue(_ value: EncodedValue) -> Bool {
        switch value.tag {
        case .absent: !value.isCut && holds(forText: "nil")
        case .bool: holds(forText: value.bits != 0 ? "true" : "false")
        case .bytes: holds(forText: HexText.of(value.bytes))
        default: false
        }
    }

    @inline(never)
    private mutating func holds(forText text: String) -> Bool {
        var text = text
        return text.withUTF8 { matcher.matches(UnsafeRawBufferPointer($0), &scratch) }
    }
}

/// Compares numbers.
struct NumberTest: EncodedValueTest {
    private let comparison: FilterComparison?
    private let wanted: FilterNumber?

    init(_ comparison: FilterComparison) {
        self.comparison = comparison
        wanted = nil
    }

    init(equalTo number: FilterNumber) {
        comparison = nil
        wanted = number
    }

    func holds(for value: EncodedValue) -> Bool {
        guard let number = value.number else { return false }
        if let comparison { return comparison.holds(for: number) }
        return wanted.flatMap { number.compared(to: $0)?.isEqual } ?? false
    }
}

/// Whether a budget cut the value.
struct TruncationTest: EncodedValueTest {
    func holds(for value: EncodedValue) -> Bool { value.isCut }
}

/// Adds the lengths of texts and blobs up; holds for no value, so that all are seen.
struct SizeSum: EncodedValueTest {
    var sum: UInt64 = 0

    mutating func holds(for value: EncodedValue) -> Bool {
        switch value.tag {
        case .string, .described, .bytes: sum += UInt64(value.isCut ? value.original : value.bytes.count)
        default: break
        }
        return false
    }
}

extension EncodedValue {
    var number: FilterNumber? {
        switch tag {
        case .signed: .integer(Int128(Int64(bitPattern: bits)))
        case .unsigned: .integer(Int128(bits))
        case .float: .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
        case .double: .real(Double(bitPattern: bits))
        default: nil
        }
    }

    fileprivate var numberText: String {
        switch tag {
        case .signed: Int64(bitPattern: bits).description
        case .unsigned: bits.description
        case .float: Float(bitPattern: UInt32(truncatingIfNeeded: bits)).description
        default: Double(bitPattern: bits).description
        }
    }
}

/// Remembers of the objects seen last whether their identity, as in `XMLParser@7f31c0`, matches.
private final class IdentityTable {
    private struct Slot {
        var type: UInt = 0
        var address: UInt64 = 0
        var isMatch = false
    }

    private let matcher: TextMatcher
    private let typeNames: TypeNameCache
    private var slots = [Slot](repeating: Slot(), count: 64)

    init(_ matcher: TextMatcher, _ typeNames: TypeNameCache) {
        self.matcher = matcher
        self.typeNames = typeNames
    }

    func holds(for value: EncodedValue, _ scratch: inout MatchScratch) -> Bool {
        let place = Int(truncatingIfNeeded: (value.bits >> 4) & 63)
        let slot = slots[place]
        // No object lies at address 0, so that an empty slot is never taken for one.
        if slot.address == value.bits, slot.type == value.type { return slot.isMatch }
        var text = "\(typeNames[value.type])@\(String(value.bits, radix: 16))"
        let isMatch = text.withUTF8 { matcher.matches(UnsafeRawBufferPointer($0), &scratch) }
        slots[place] = Slot(type: value.type, address: value.bits, isMatch: isMatch)
        return isMatch
    }
}
