// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Work for a private serial queue: done in order, with many pieces per block.
///
/// The order is that of a queue with one block per piece, and handing over a piece costs a lock instead of a block.
/// After `blockLimit` pieces, the queue's target can do other work.
final class SerialWorkList: Sendable {
    private static let blockLimit = 128

    private struct State {
        var arrived: [(any SerialWork)?] = []
        /// Whether a block is queued, or running and not about to end.
        var hasBlock = false
    }

    /// Used by the queued block, of which there is one at a time.
    private final class Batch: @unchecked Sendable {
        // Proof: only the blocks of a serial queue use it, one after the other.
        var work: [(any SerialWork)?] = []
        var index = 0
    }

    private let queue: DispatchQueue
    private let state = Locked(State())
    private let batch = Batch()

    init(_ queue: DispatchQueue) {
        self.queue = queue
    }

    func add(_ work: any SerialWork) {
        let needsBlock = state.withLock { state in
            state.arrived.append(work)
            defer { state.hasBlock = true }
            return !state.hasBlock
        }
        if needsBlock { enqueueBlock() }
    }

    private func enqueueBlock() {
        queue.async { self.runBlock() }
    }

    private func runBlock() {
        for _ in 0..<Self.blockLimit {
            guard let work = next() else { return }
            work.run()
        }
        enqueueBlock()
    }

    /// The next piece; `nil` if the block must end.
    private func next() -> (any SerialWork)? {
        if batch.index == batch.work.count, !refill() { return nil }
        defer { batch.index += 1 }
        // Removed, so that it is released afterwards.
        return batch.work[batch.index].take()
    }

    private func refill() -> Bool {
        batch.work.removeAll(keepingCapacity: batch.work.capacity <= 1_024)
        batch.index = 0
        return state.withLock { state in
            swap(&state.arrived, &batch.work)
            state.hasBlock = !batch.work.isEmpty
            return state.hasBlock
        }
    }
}
