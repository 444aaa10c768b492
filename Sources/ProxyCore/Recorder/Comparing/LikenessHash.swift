// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Hashes recorded values such that two runs of the same program have the same hashes.
///
/// Left out is what differs between runs by itself: addresses, instants, durations, random identifiers, and the order of
/// dictionaries and sets. Objects are numbered within one call instead, in the order in which they appear.
///
/// Hashes are only comparable within one process.
struct LikenessHash {
    /// Types whose values differ between runs, so that only the type is compared.
    private static let noisyTypes: Set<String> = [
        "Date", "UUID", "Duration", "ContinuousClock.Instant", "SuspendingClock.Instant", "DispatchTime",
        "DispatchWallTime", "OpaquePointer", "ObjectIdentifier", "UnsafeRawPointer", "UnsafeMutableRawPointer",
    ]

    private var hasher = Hasher()
    /// The objects of the call, by address.
    private var objects: [UInt: Int] = [:]

    /// Whether the time for recording a value ran out, so that it may be shorter than in another run.
    private(set) var isCut = false

    /// The hash of what was added.
    var value: UInt64 { UInt64(truncatingIfNeeded: hasher.finalize()) }

    mutating func add(_ number: Int) { hasher.combine(number) }

    mutating func add(_ text: String?) { hasher.combine(text) }

    mutating func add(_ value: RecordedValue?) {
        if let value { add(value, isInUnordered: false) } else { hasher.combine(UInt8.max) }
    }

    private mutating func add(_ value: RecordedValue, isInUnordered: Bool) {
        if value.truncation?.reason == .time { isCut = true }
        hasher.combine(value.kind)
        hasher.combine(value.typeName)
        hasher.combine(value.label)
        if Self.isNoisy(value.typeName) { return }
        if !addOwnContent(value, isInUnordered: isInUnordered) { hasher.combine(value.content) }
        if let text = value.text { RunNoise.add(text, to: &hasher) }
        hasher.combine(value.count)
        hasher.combine(value.truncation)
        addChildren(of: value, isInUnordered: isInUnordered)
    }

    /// Adds content that may have noise in it. Returns false for other content.
    private mutating func addOwnContent(_ value: RecordedValue, isInUnordered: Bool) -> Bool {
        switch value.content {
        case .address(let address):
            // Without an order, there is no first appearance.
            if !isInUnordered { hasher.combine(objects[address, default: objects.count]) }
            if objects[address] == nil { objects[address] = objects.count }
            return true
        case .text(let text):
            RunNoise.add(text, to: &hasher)
            return true
        case .none, .bool, .signed, .unsigned, .float, .double, .bytes: return false
        }
    }

    private mutating func addChildren(of value: RecordedValue, isInUnordered: Bool) {
        guard value.isUnordered else {
            for child in value.children { add(child, isInUnordered: isInUnordered) }
            return
        }
        // Which elements a cut collection has kept depends on their order.
        guard value.truncation == nil else { return }
        let step = value.kind == .map ? 2 : 1
        var sum: UInt64 = 0
        for start in stride(from: 0, to: value.children.count, by: step) {
            var part = LikenessHash()
            for child in value.children[start...].prefix(step) { part.add(child, isInUnordered: true) }
            sum &+= part.value
            isCut = isCut || part.isCut
        }
        hasher.combine(sum)
    }

    private static func isNoisy(_ typeName: String) -> Bool {
        if noisyTypes.contains(typeName) { return true }
        return typeName.hasPrefix("Unsafe") && typeName.contains("Pointer<")
    }
}

extension LikenessHash {
    /// Whether two values are alike, as far as the time for recording them sufficed.
    static func areAlike(_ one: RecordedValue?, _ other: RecordedValue?) -> Bool {
        var hashes = (LikenessHash(), LikenessHash())
        hashes.0.add(one)
        hashes.1.add(other)
        return hashes.0.value == hashes.1.value || hashes.0.isCut || hashes.1.isCut
    }
}
