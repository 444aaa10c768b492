// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Work for a serial queue on which nobody else can put blocks: done in order, many pieces in one block.
///
/// The order among the pieces is that of a queue with one block each, and handing over a piece costs a lock in place of a
/// block. After `blockLimit` pieces the queue's target gets to do other work.
final class SerialWorkList: Sendable {
    private static let blockLimit = 128

    private struct State {
        var arrived: [(any SerialWork)?] = []
        /// Whether a block is on the queue, or running and not about to end.
        var hasBlock = false
    }

    /// Belongs to the block on the queue, of which there is one at a time.
    private final class Batch: @unchecked Sendable {
        // Proof: blocks of a serial queue run one after the other, and only they use it.
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

    /// The next piece; with `nil` the block has to end.
    private func next() -> (any SerialWork)? {
        if batch.index == batch.work.count, !refill() { return nil }
        defer { batch.index += 1 }
        // Taken out, so that it is released when it has been done.
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
