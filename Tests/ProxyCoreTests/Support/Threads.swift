// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Glibc
import Synchronization

/// Runs `body` on a separate thread, never the main one, and returns its result.
///
/// The thread has released `body` when this returns, so that tests can count the remaining objects.
@discardableResult
func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        let job = Guarded<(@Sendable () -> Result)?>(body)
        Thread {
            let result = job.change { $0.take() }?()
            // It was put there three lines above.
            continuation.resume(returning: result!)
        }
        .start()
    }
}

/// Runs `body` concurrently on `count` threads and returns when all have ended.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    await withTaskGroup(of: Void.self) { group in
        for number in 0..<count {
            group.addTask { await onThread { body(number) } }
        }
    }
}

/// A value shared by several threads of a test.
final class Guarded<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    var value: Value { mutex.withLock { $0 } }

    func change<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
        mutex.withLock { value in body(&value) }
    }
}

/// Work on another thread, with a way to wait for it.
final class Dispatched: Sendable {
    private let done = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () -> Void) {
        let done = done
        Thread {
            body()
            done.signal()
        }
        .start()
    }

    func wait() { done.wait() }
}

/// Runs `body` on a thread of its own, which `body` may end or cancel, and returns when that has ended.
func onJoinedThread(_ body: @escaping () -> Void) {
    final class Job {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let status = pthread_create(
        &thread,
        nil,
        { job in
            // It was passed below.
            Unmanaged<Job>.fromOpaque(job!).takeRetainedValue().body()
            return nil
        },
        Unmanaged.passRetained(Job(body)).toOpaque()
    )
    precondition(status == 0)
    pthread_join(thread, nil)
}

/// How a thread ends before its function returns.
enum ThreadEnd: CaseIterable {
    case exit, cancellation

    // The address sanitizer does not see that the frames of Swift functions are left.
    private static let leaveFrames = dlsym(nil, "__asan_handle_no_return").map {
        unsafeBitCast($0, to: (@convention(c) () -> Void).self)
    }

    /// Ends the calling thread.
    func happen() -> Never {
        if self == .cancellation { pthread_cancel(pthread_self()) }
        Self.leaveFrames?()
        if self == .cancellation { pthread_testcancel() }
        pthread_exit(nil)
    }
}
