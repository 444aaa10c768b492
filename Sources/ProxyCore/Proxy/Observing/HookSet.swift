// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Reactive

/// The observers and handlers of one requirement of one proxy; the part that does not depend on types.
///
/// Its fields change only under the proxy's lock.
class HookSet: @unchecked Sendable {
    // Sendable: every access is under the lock of the owning proxy, except for the thread-safe subjects.

    /// Number of subscriptions by phase.
    var observers = [0, 0, 0]
    var hasHandler: Bool { false }
    var observerCount: Int { observers.reduce(0, +) }

    /// The hooks for calls, nil when there are neither observers nor handlers nor rules.
    func makeHooks(rules: SiteRules?) -> AnyObject? { nil }

    /// Removes and returns a handler, so the caller can release its closure without a lock; nil when it is missing.
    func removeHandler(_ number: Int) -> AnyObject? { nil }

    /// Ends all streams.
    func complete() {}

    /// The elements of a phase in their `[Any]` form.
    func untyped(_ phase: ObservationPhase) -> Observable<[Any]> {
        preconditionFailure("only typed hook sets have elements")
    }
}

/// Creates the hook set of a requirement. Only the call site knows the requirement's types.
class HookSetMaker: @unchecked Sendable {
    // Sendable: immutable; its closure captures nothing but types.
    func make() -> HookSet { preconditionFailure("only typed makers know what to make") }
}
