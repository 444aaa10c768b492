// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The gaps that a ring reports to all of its streams, by the indices of the places before and after each.
///
/// A stream that was sent a part of such a gap from the store must not join before its end, or it would be told that it
/// misses what it has.
struct RingGaps: Sendable {
    /// Maximum number of gaps that are known: a store that loses calls faster than they are encoded makes one after the
    /// other.
    static let limit = 64

    private var gaps: [(start: UInt64, end: UInt64)] = []
    /// The index after the last gap that is no longer known.
    private var forgotten: UInt64 = 0

    /// Adds a gap after all others.
    mutating func add(from start: UInt64, to end: UInt64) {
        if gaps.count == Self.limit { forgotten = gaps.removeFirst().end }
        gaps.append((start, end))
    }

    /// Whether an index lies inside a gap. Before the end of one that is no longer known, any may.
    func contains(_ index: UInt64) -> Bool {
        index < forgotten || gaps.contains { $0.start < index && index < $0.end }
    }
}
