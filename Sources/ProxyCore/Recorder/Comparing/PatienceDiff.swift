// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Aligns two sequences of keys: finds pairs of equal keys that are in the same order in both.
///
/// Keys that occur once on both sides are paired first, which keeps the alignment from jumping between repetitions. What
/// lies between them is aligned likewise, and by the shortest edit script where no such key is left.
///
/// - SeeAlso: Eugene W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986, for the edit script.
struct PatienceDiff {
    /// Places of one pair: in the first sequence, and in the second.
    typealias Pair = (before: Int, after: Int)

    /// Edits after which the search for the shortest script ends. Its time grows with their square.
    private static let editLimit = 2_000

    private let before: [UInt64]
    private let after: [UInt64]
    private var pairs: [Pair] = []

    /// The aligned places, ascending on both sides.
    static func pairs(of before: [UInt64], and after: [UInt64]) -> [Pair] {
        var diff = PatienceDiff(before: before, after: after)
        diff.align()
        return diff.pairs.sorted { $0.before < $1.before }
    }

    private init(before: [UInt64], after: [UInt64]) {
        self.before = before
        self.after = after
    }

    /// Blocks inside each other, after which single keys are not looked for. Each level reads all of its keys, so many
    /// levels that each split little off would take time that grows with the square.
    private static let levelLimit = 64

    /// A part of both sequences.
    private struct Block {
        var before: Range<Int>
        var after: Range<Int>
        var level = 0
    }

    private mutating func align() {
        // A list of its own instead of recursion: the depth may be that of the sequences.
        var blocks = [Block(before: before.indices, after: after.indices)]
        while var block = blocks.popLast() {
            pairEnds(of: &block)
            guard !block.before.isEmpty, !block.after.isEmpty else { continue }
            let anchors = block.level < Self.levelLimit ? Self.increasing(singleKeys(of: block)) : []
            guard !anchors.isEmpty else {
                pairBySmallestEdits(block)
                continue
            }
            var start = (before: block.before.lowerBound, after: block.after.lowerBound)
            for anchor in anchors + [(block.before.upperBound, block.after.upperBound)] {
                let (before, after) = (start.before..<anchor.before, start.after..<anchor.after)
                blocks.append(Block(before: before, after: after, level: block.level + 1))
                start = (anchor.before + 1, anchor.after + 1)
            }
            pairs += anchors
        }
    }

    /// Pairs equal keys at both ends, and removes them from the block.
    private mutating func pairEnds(of block: inout Block) {
        while let one = block.before.first, let other = block.after.first, before[one] == after[other] {
            pairs.append((one, other))
            block.before.removeFirst()
            block.after.removeFirst()
        }
        while let one = block.before.last, let other = block.after.last, before[one] == after[other] {
            pairs.append((one, other))
            block.before.removeLast()
            block.after.removeLast()
        }
    }

    /// The keys that each side has once, in the order of the first side.
    private func singleKeys(of block: Block) -> [Pair] {
        let places = (Self.singlePlaces(before[block.before]), Self.singlePlaces(after[block.after]))
        return block.before.compactMap { place in
            guard places.0[before[place]] == .some(.some(place)), case .some(.some(let other)) = places.1[before[place]]
            else { return nil }
            return (place, other)
        }
    }

    /// The place of each key; nil for one that occurs several times.
    private static func singlePlaces(_ keys: ArraySlice<UInt64>) -> [UInt64: Int?] {
        var places: [UInt64: Int?] = Dictionary(minimumCapacity: keys.count)
        for place in keys.indices {
            if places.updateValue(place, forKey: keys[place]) != nil { places.updateValue(nil, forKey: keys[place]) }
        }
        return places
    }

    /// The most pairs whose places ascend on both sides; those of the first side ascend already.
    static func increasing(_ pairs: [Pair]) -> [Pair] {
        // Patience sorting: `tops[n]` ends the best run of n + 1 pairs.
        var tops: [Int] = []
        var previous = Array(repeating: -1, count: pairs.count)
        for index in pairs.indices {
            var (low, high) = (0, tops.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[tops[middle]].after < pairs[index].after { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = tops[low - 1] }
            if low == tops.count { tops.append(index) } else { tops[low] = index }
        }
        var kept: [Pair] = []
        var index = tops.last ?? -1
        while index >= 0 {
            kept.append(pairs[index])
            index = previous[index]
        }
        return kept.reversed()
    }

    // MARK: Shortest edit script

    private mutating func pairBySmallestEdits(_ block: Block) {
        guard let found = smallestEdits(block) else { return pairByOccurrence(block) }
        pairs += found
    }

    /// The pairs of the shortest edit script; nil if it is longer than `editLimit`.
    private func smallestEdits(_ block: Block) -> [Pair]? {
        let (height, width) = (block.before.count, block.after.count)
        let limit = min(height + width, Self.editLimit)
        // `reach[k + offset]` is the furthest row on the diagonal k = row - column.
        let offset = limit + 1
        var reach = Array(repeating: 0, count: 2 * offset + 1)
        var trace: [[Int]] = []
        for edits in 0...limit {
            trace.append(Array(reach[(offset - edits)...(offset + edits)]))
            for diagonal in stride(from: -edits, through: edits, by: 2) {
                let place = diagonal + offset
                let isInsertion = diagonal == -edits || (diagonal != edits && reach[place - 1] < reach[place + 1])
                var row = isInsertion ? reach[place + 1] : reach[place - 1] + 1
                while row < height, row - diagonal < width, isEqual(block, row, row - diagonal) { row += 1 }
                reach[place] = row
                if row >= height, row - diagonal >= width { return walk(trace, block) }
            }
        }
        return nil
    }

    private func isEqual(_ block: Block, _ row: Int, _ column: Int) -> Bool {
        before[block.before.lowerBound + row] == after[block.after.lowerBound + column]
    }

    /// Walks back through the states of the search.
    private func walk(_ trace: [[Int]], _ block: Block) -> [Pair] {
        var found: [Pair] = []
        var (row, column) = (block.before.count, block.after.count)
        for edits in trace.indices.reversed() {
            let reach = trace[edits]
            let diagonal = row - column
            var (startRow, startColumn) = (0, 0)
            if edits > 0 {
                let place = diagonal + edits
                let isInsertion = diagonal == -edits || (diagonal != edits && reach[place - 1] < reach[place + 1])
                let from = isInsertion ? diagonal + 1 : diagonal - 1
                startRow = reach[from + edits]
                startColumn = startRow - from
            }
            while row > startRow, column > startColumn {
                row -= 1
                column -= 1
                found.append((block.before.lowerBound + row, block.after.lowerBound + column))
            }
            (row, column) = (startRow, startColumn)
        }
        return found
    }

    /// Pairs the n-th occurrence of each key with the n-th of the other side, and keeps what ascends.
    private mutating func pairByOccurrence(_ block: Block) {
        var places: [UInt64: [Int]] = [:]
        for place in block.after.reversed() { places[after[place], default: []].append(place) }
        let found = block.before.compactMap { place -> Pair? in
            places[before[place]]?.popLast().map { (place, $0) }
        }
        pairs += Self.increasing(found)
    }
}
