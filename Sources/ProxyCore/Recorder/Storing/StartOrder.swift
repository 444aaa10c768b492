// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The indices of a segment's invocations, in order of starts.
struct StartOrder: Sendable {
    let count: Int
    /// Empty when both orders are the same.
    private let indices: [UInt32]

    /// The identity: calls started in the order in which they completed.
    init(count: Int) {
        self.count = count
        indices = []
    }

    init(indices: [UInt32]) {
        count = indices.count
        self.indices = indices
    }

    /// Index of the invocation at a place in the order.
    @inline(__always)
    subscript(place: Int) -> Int { indices.isEmpty ? place : Int(indices[place]) }
}

extension Segment {
    /// Inserts the invocations that are missing from `known`.
    func extend(_ known: [UInt32]) -> [UInt32] {
        var seqs = known.map { seq(at: Int($0)) }
        var indices = known
        indices.reserveCapacity(count)
        seqs.reserveCapacity(count)
        // A call that completes late usually belongs near the end of the order. If too many do not, sorting is cheaper.
        var effort = 16 * count
        for index in known.count..<count {
            let seq = self.seq(at: index)
            var place = seqs.count
            while place > 0, seqs[place - 1] > seq { place -= 1 }
            effort -= seqs.count - place
            guard effort >= 0 else { return sorted() }
            seqs.insert(seq, at: place)
            indices.insert(UInt32(index), at: place)
        }
        return indices
    }

    private func sorted() -> [UInt32] {
        (0..<count).map { (seq: seq(at: $0), index: UInt32($0)) }.sorted { $0.seq < $1.seq }.map(\.index)
    }
}
