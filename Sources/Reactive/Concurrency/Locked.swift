// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value behind a lock, without the region rules that `Mutex` puts on what goes in and out.
///
/// Elements and closures of an observable sequence are not required to be `Sendable` (RxSwift's signatures), so `Mutex`
/// alone could not hold them. The lock is not recursive: a body must not call anything that takes it again, and above
/// all no closure, observer or disposable that comes from outside this module.
///
/// `State` must not be a function type, optional or not, but may have fields of one: a function that goes in and out of
/// generic storage by itself is wrapped in one more conversion each time, and calling it gets slower and deeper.
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
