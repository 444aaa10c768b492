// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Work that may block, off the server's thread.
enum BackgroundWork {
    /// Runs `body` on a thread of its own.
    ///
    /// A serial queue is given a thread even when all threads of the concurrent queues are taken: a program whose tasks
    /// block, which is one that somebody wants to look into, must not stop its inspector.
    static func run(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "inspector-server.work").async(execute: body)
    }
}
