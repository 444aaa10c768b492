// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Searches for a pattern in the text of a value, or for a number.
struct ValueTextTest: EncodedValueTest {
    private let matcher: TextMatcher
    private let ends: TextEnds?
    /// Set when numbers are compared numerically instead of as text.
    private let number: NumberTest?
    private let matchesDigits: Bool
    private let identities: IdentityTable
    private let matchesPositions: Bool
    var scratch = MatchScratch()

    init(_ pattern: TextPattern, number: FilterNumber?, typeNames: TypeNameCache) {
        let matcher = pattern.matcher
        self.matcher = matcher
        ends = matcher.ends
        self.number = number.map { NumberTest(equalTo: $0) }
        matchesDigits = matcher.canMatchNumbers
        identities = IdentityTable(matcher, typeNames)
        matchesPositions = matcher.canMatchPositions
    }

    var isDear: Bool { matcher.isDear }
    var isLong: Bool { matcher.isLong }

    @inline(__always)
    mutating func holds(forText text: UnsafeRawBufferPointer) -> Bool {
        if let ends, !ends.mayStand(inPadded: text) { return false }
        return matcher.matches(text, &scratch)
    }

    @inline(__always)
    mutating func holds(forSigned number: Int64) -> Bool {
        if let wanted = self.number { return wanted.holds(forSigned: number) }
        return matchesDigits && holds(for: number.description)
    }

    mutating func holds(for value: EncodedValue) -> Bool {
        switch value.tag {
        case .string, .described, .enumeration, .portrayed, .errorCase: holds(forText: value.bytes)
        case .signed, .unsigned, .float, .double:
            number?.holds(for: value) ?? (matchesDigits && holds(for: value.numberText))
        case .object: identities.holds(for: value, &scratch)
        case .portrayedObject: identities.holds(for: value, &scratch) || holds(forText: value.bytes)
        case .positioned:
            identities.holds(for: value, &scratch) || matchesPositions && holds(for: value.position.description)
        case .absent: !value.isCut && holds(for: "nil")
        case .bool: holds(for: value.bits != 0 ? "true" : "false")
        case .bytes:
            holds(for: HexText.of(value.bytes)) || ReadableBytes.areText(value.bytes) && holds(forText: value.bytes)
        default: false
        }
    }

    @inline(never)
    private mutating func holds(for text: String) -> Bool {
        var text = text
        return text.withUTF8 { matcher.matches(UnsafeRawBufferPointer($0), &scratch) }
    }
}

extension EncodedValue {
    fileprivate var numberText: String {
        switch tag {
        case .signed: Int64(bitPattern: bits).description
        case .unsigned: bits.description
        case .float: Float(bitPattern: UInt32(truncatingIfNeeded: bits)).description
        default: Double(bitPattern: bits).description
        }
    }
}

/// Caches for recently seen objects whether their identity, as in `XMLParser@7f31c0`, matches.
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
        // No object has address 0, so an empty slot never matches.
        if slot.address == value.bits, slot.type == value.type { return slot.isMatch }
        var text = "\(typeNames[value.type])@\(String(value.bits, radix: 16))"
        let isMatch = text.withUTF8 { matcher.matches(UnsafeRawBufferPointer($0), &scratch) }
        slots[place] = Slot(type: value.type, address: value.bits, isMatch: isMatch)
        return isMatch
    }
}
