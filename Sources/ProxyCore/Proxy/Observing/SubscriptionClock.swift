// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Counts subscriptions made inside calls. Such a subscriber must not see the end of the call in which it subscribed,
/// even if that call had observers of its end before.
///
/// An observed call reads the clock when it begins, and stores the reading in its thread
/// (`ThreadContext.observedSince`) while it notifies observers of its end. A suspended call is on no thread, so
/// subscribers that arrive meanwhile do see its end.
@usableFromInline
enum SubscriptionClock {
    private static let last = Atomic<UInt64>(0)

    @usableFromInline
    static var now: UInt64 { last.load(ordering: .relaxed) }

    /// The number for a new subscription; nil when the thread is not in a call.
    static func subscribe() -> UInt64? {
        guard ThreadContext.current.pointee.depth.load(ordering: .relaxed) > 0 else { return nil }
        return last.add(1, ordering: .relaxed).newValue
    }

    /// Reports the end of an async call to observers.
    ///
    /// Never inlined, like everything that finds the thread's context for a function that suspends.
    ///
    /// - Parameter moment: The reading that the call took when it began.
    @usableFromInline
    @inline(never)
    static func tell(since moment: UInt64, _ body: () -> Void) {
        let context = ThreadContext.current
        let outer = context.pointee.observedSince
        context.pointee.observedSince = moment
        body()
        context.pointee.observedSince = outer
    }

    /// Whether the call whose end is being reported on this thread began after a subscription.
    static func isLater(than subscription: UInt64) -> Bool {
        ThreadContext.current.pointee.observedSince >= subscription
    }
}
