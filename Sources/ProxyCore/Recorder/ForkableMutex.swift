// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// A mutex for data that the library's own threads use. It is open in a child process made by fork(2), which has none of
/// those threads.
///
/// A fork waits until it holds all of these mutexes. As under every lock, no user code runs under one.
struct ForkableMutex<Value>: ~Copyable, Sendable {
    private let value: Mutex<Value>
    private let turn = ForkableTurn()

    init(_ value: consuming sending Value) { self.value = Mutex(value) }

    /// Runs `body` with exclusive access to the value.
    borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        cthread_mutex_lock(turn.mutex)
        defer { cthread_mutex_unlock(turn.mutex) }
        return try value.withLock(body)
    }
}

private struct ForkableTurn: ~Copyable, @unchecked Sendable {
    // Sendable: a mutex, at an address that never changes.
    let mutex = cthread_mutex_create()

    deinit { cthread_mutex_destroy(mutex) }
}
