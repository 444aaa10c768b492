// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The pairs of a `SelfCheck` beyond its first few. Pairs are never removed.
///
/// - Invariant: Any thread may search; only one adds at a time.
struct PairTable: ~Copyable {
    /// Maximum number of pairs.
    static let limit = 1_024
    /// A power of two, and more than `limit`: a search ends at an empty place.
    private static let placeCount = 2_048
    private static let wordsPerPlace = 2

    /// The table and the metadata of the pair in each place. An empty place has no table; that is written last.
    private let words: UnsafeMutablePointer<Atomic<UInt>>
    private let count = Atomic<Int>(0)

    private static var wordCount: Int { placeCount * wordsPerPlace }

    init() {
        words = .allocate(capacity: Self.wordCount)
        for index in 0..<Self.wordCount { (words + index).initialize(to: Atomic(0)) }
    }

    deinit {
        words.deinitialize(count: Self.wordCount)
        words.deallocate()
    }

    func contains(_ pair: SelfCheck.Pair) -> Bool { search(pair).isFound }

    /// Adds a pair if there is room and it has a table.
    func add(_ pair: SelfCheck.Pair) {
        let known = count.load(ordering: .relaxed)
        guard known < Self.limit, pair.table != 0 else { return }
        let (place, isFound) = search(pair)
        guard !isFound else { return }
        place[1].store(pair.metadata, ordering: .relaxed)
        place[0].store(pair.table, ordering: .releasing)
        count.store(known + 1, ordering: .relaxed)
    }

    /// The place of a pair, or the empty one where it would be.
    private func search(_ pair: SelfCheck.Pair) -> (place: UnsafeMutablePointer<Atomic<UInt>>, isFound: Bool) {
        var index = Self.firstPlace(of: pair)
        while true {
            let place = words + index * Self.wordsPerPlace
            let table = place[0].load(ordering: .acquiring)
            if table == 0 { return (place, false) }
            if table == pair.table, place[1].load(ordering: .relaxed) == pair.metadata { return (place, true) }
            index = (index + 1) & (Self.placeCount - 1)
        }
    }

    /// The highest 11 bits of a product that depends on all bits of both words.
    private static func firstPlace(of pair: SelfCheck.Pair) -> Int {
        Int(bitPattern: ((pair.metadata &+ pair.table) &* 0x9E37_79B9_7F4A_7C15) >> 53)
    }
}
