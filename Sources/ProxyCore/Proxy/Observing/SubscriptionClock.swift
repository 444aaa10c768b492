// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Counts subscriptions that were made inside calls, so that such a subscriber does not see the end of the very call
/// that it subscribed in, though that had observers of its end already.
///
/// An observed call takes a reading when it begins, and leaves it with its thread (`ThreadContext.observedSince`) while
/// it tells of its end. A call that is suspended is on no thread: who subscribes meanwhile sees its end.
@usableFromInline
enum SubscriptionClock {
    private static let last = Atomic<UInt64>(0)

    @usableFromInline
    static var now: UInt64 { last.load(ordering: .relaxed) }

    /// The number of a subscription that is made now; nil when the thread is in no call.
    static func subscribe() -> UInt64? {
        guard ThreadContext.current.pointee.depth.load(ordering: .relaxed) > 0 else { return nil }
        return last.add(1, ordering: .relaxed).newValue
    }

    /// Whether the end that the thread is telling of is of a call that began after a subscription.
    static func isLater(than subscription: UInt64) -> Bool {
        ThreadContext.current.pointee.observedSince >= subscription
    }
}
