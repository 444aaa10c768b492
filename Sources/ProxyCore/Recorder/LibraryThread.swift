// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread

/// The threads of a recorder. The process may have reached its limit of threads, so a recorder must work without them.
package enum LibraryThread {
    /// Starts a detached thread of a name of at most 15 bytes; returns 0, or the error number of pthread_create(3).
    package typealias Start = @Sendable (_ name: String, _ body: @escaping @Sendable () -> Void) -> Int32

    private final class Job: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts one. It holds `body` until that returns.
    package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Int32 {
        let job = Unmanaged.passRetained(Job(body))
        let status = cthread_start(name, { Unmanaged<Job>.fromOpaque($0).takeRetainedValue().body() }, job.toOpaque())
        if status != 0 { job.release() }
        return status
    }
}
