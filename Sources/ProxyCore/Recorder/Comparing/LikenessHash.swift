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

    /// The objects of a call in the order in which they appear.
    struct Objects {
        private var numbers: [UInt: Int] = [:]
        /// The number of the next object.
        var next = 0

        /// The number of an object.
        mutating func number(of address: UInt) -> Int {
            if let number = numbers[address] { return number }
            defer { next += 1 }
            numbers[address] = next
            return next
        }
    }

    private var hasher = Hasher()
    private(set) var objects: Objects

    /// Whether the time for recording a value ran out, so that it may be shorter than in another run.
    private(set) var isCut = false

    /// - Parameter objects: Those of values that are not part of the hash.
    init(_ objects: Objects = Objects()) { self.objects = objects }

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
            if !isInUnordered { hasher.combine(objects.number(of: address)) }
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

    /// - Parameter typeName: That of an optional value has marks at its end, also when the value is not nil.
    private static func isNoisy(_ typeName: String) -> Bool {
        if noisyTypes.contains(TypeName.unwrapped(typeName)) { return true }
        return typeName.hasPrefix("Unsafe") && typeName.contains("Pointer<")
    }
}

/// Compares two calls value by value, in the order in which `LikenessHash` takes them.
struct LikenessPair {
    private var objects = (before: LikenessHash.Objects(), after: LikenessHash.Objects())

    /// Whether the next value of each call is alike, as far as the time for recording them sufficed.
    mutating func areAlike(_ one: RecordedValue?, _ other: RecordedValue?) -> Bool {
        var hashes = (LikenessHash(objects.before), LikenessHash(objects.after))
        hashes.0.add(one)
        hashes.1.add(other)
        // The objects of the rest are unknown, so that those of the beginning are not compared with later ones.
        if hashes.0.isCut || hashes.1.isCut { return true }
        objects = (hashes.0.objects, hashes.1.objects)
        // An object that is new in both calls has the same number, however many came before it.
        let next = max(objects.before.next, objects.after.next)
        (objects.before.next, objects.after.next) = (next, next)
        return hashes.0.value == hashes.1.value
    }
}
