// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value behind a lock, without `Mutex`'s region rules for values that enter and leave.
///
/// Elements and closures of observable sequences need not be `Sendable` (RxSwift's signatures), which rules out `Mutex`
/// alone. The lock is not recursive: a body must not take it again, and must not call closures, observers or
/// disposables from outside this module.
///
/// `State` must not be a function type, optional or not, but may have fields of one. A function in generic storage is
/// wrapped in one more conversion at each access, and calling it becomes slower and deeper.
struct Locked<State>: ~Copyable, Sendable {
    private let mutex: Mutex<Unchecked<State>>

    init(_ state: State) {
        let state = Unchecked(state)
        mutex = Mutex(state)
    }

    /// Runs `body` with exclusive access to the state.
    @inline(__always)
    borrowing func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try mutex.withLock { (state) throws(Failure) -> Unchecked<Result> in
            Unchecked(try body(&state.value))
        }.value
    }
}
