// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A piece of work for a serial queue.
protocol SerialWork: AnyObject {
    func run()
}

/// A closure as a piece of work.
final class SerialAction: SerialWork {
    private let action: () -> Void

    init(_ action: @escaping () -> Void) {
        self.action = action
    }

    func run() {
        action()
    }
}

/// A piece of work that is handed over again and again, and never runs twice at a time.
final class RepeatedWork {
    let work: any SerialWork
    /// Does the work on the queue. Made once, because a closure becomes a block, on the heap, each time it is enqueued.
    let block: @convention(block) @Sendable () -> Void

    init(_ work: any SerialWork, block: @escaping @convention(block) @Sendable () -> Void) {
        self.work = work
        self.block = block
    }
}
