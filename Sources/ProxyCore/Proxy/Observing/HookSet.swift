// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Reactive

/// What the program asks of one requirement of one proxy; the part that does not depend on types.
///
/// Its fields change under the proxy's lock only.
class HookSet: @unchecked Sendable {
    // Sendable: every access is under the lock of the proxy that owns it, but for the subjects, which are thread safe.

    /// Subscriptions by phase.
    var observers = [0, 0, 0]
    var hasHandler: Bool { false }
    var observerCount: Int { observers.reduce(0, +) }

    /// What calls have to do, nil when nobody asks for anything.
    func makeHooks() -> AnyObject? { nil }

    /// Takes a handler out and returns it, so that its closure dies where no lock is held; nil when it is not there.
    func removeHandler(_ number: Int) -> AnyObject? { nil }

    /// Ends all streams.
    func complete() {}

    /// Passes the `[Any]` forms of a phase's elements on.
    func untyped(_ phase: ObservationPhase) -> Observable<[Any]> {
        preconditionFailure("only typed hook sets have elements")
    }
}

/// Makes the hook set of a requirement whose types only the call site knows.
class HookSetMaker: @unchecked Sendable {
    // Sendable: immutable; its closure captures nothing but types.
    func make() -> HookSet { preconditionFailure("only typed makers know what to make") }
}
