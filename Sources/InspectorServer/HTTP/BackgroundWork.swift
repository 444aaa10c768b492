// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Work that may block and therefore leaves the server's thread.
enum BackgroundWork {
    /// Runs `body` on a separate thread.
    ///
    /// A serial queue gets a thread even if all threads of the concurrent queues are blocked. A program whose tasks
    /// block is one worth inspecting, so it must not stop its inspector.
    static func run(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "inspector-server.work").async(execute: body)
    }
}
