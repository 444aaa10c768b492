// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch

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

/// A piece of work that is handed over to a queue again and again, and never runs twice at a time.
protocol RepeatedWork: AnyObject {
    /// Hands it over.
    func perform()
}

/// Work in a scheduler's own list.
final class ListedWork: RepeatedWork {
    private let work: any SerialWork
    private let list: SerialWorkList

    init(_ work: any SerialWork, _ list: SerialWorkList) {
        self.work = work
        self.list = list
    }

    func perform() { list.add(work) }
}

/// Work in a block of its own on a queue.
final class BlockWork: RepeatedWork {
    private let queue: DispatchQueue
    /// Made once, because a closure becomes a block, on the heap, each time it is enqueued.
    private let block: @convention(block) @Sendable () -> Void

    init(_ work: any SerialWork, _ queue: DispatchQueue) {
        self.queue = queue
        let unchecked = Unchecked(work)
        block = { unchecked.value.run() }
    }

    func perform() { queue.async(execute: block) }
}
