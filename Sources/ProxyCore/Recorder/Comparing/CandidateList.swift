// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An ascending list whose elements are removed near each other, in time that grows with the distance of two removals
/// instead of the length: a gap buffer.
///
/// A class, so that a reader never makes the next removal copy it.
final class CandidateList {
    /// The elements before the gap.
    private var head: [Int]
    /// The elements after the gap, the last one first.
    private var tail: [Int] = []

    init(_ elements: [Int]) { head = elements }

    var count: Int { head.count + tail.count }

    subscript(index: Int) -> Int { index < head.count ? head[index] : tail[count - 1 - index] }

    func remove(at index: Int) -> Int {
        while head.count > index { tail.append(head.removeLast()) }
        while head.count < index, let next = tail.popLast() { head.append(next) }
        return tail.removeLast()
    }
}
