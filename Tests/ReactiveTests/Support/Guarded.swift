// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value that several threads of a test change.
final class Guarded<Value>: @unchecked Sendable {
    // Proof: every access is inside the lock.
    private let mutex = Mutex<Void>(())
    private var stored: Value

    init(_ value: Value) {
        stored = value
    }

    var value: Value { change { $0 } }

    @discardableResult
    func change<Result>(_ body: (inout Value) -> Result) -> Result {
        mutex.withLock { _ in Unsent(body(&stored)) }.value
    }

    private struct Unsent<Content>: @unchecked Sendable {
        // Proof: it leaves the lock on the thread on which it was made.
        let value: Content
        init(_ value: Content) { self.value = value }
    }
}
