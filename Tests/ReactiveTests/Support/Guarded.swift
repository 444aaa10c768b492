// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A value shared by several threads of a test. Bodies must not access the same value recursively.
///
/// The lock is known to the thread sanitizer, which does not see the slow path of the toolchain's `Mutex` and would
/// report false races.
final class Guarded<Value>: @unchecked Sendable {
    // Proof: every access to `stored` is inside the lock.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var stored: Value

    init(_ value: Value) {
        stored = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    var value: Value { change { $0 } }

    @discardableResult
    func change<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&stored)
    }
}
