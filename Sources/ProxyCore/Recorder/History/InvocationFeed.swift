// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A history that grows while it is served, with the order in which its calls and events of proxies arrived.
///
/// Positions count arrivals, with those that are missing; they are not the positions that the calls have in their own
/// processes.
///
/// - Invariant: Callable from any thread, and by several threads concurrently.
package protocol InvocationFeed: InvocationHistory {
    /// First position from which all later calls are stored; nil when there is none.
    var oldestPosition: UInt64? { get }

    /// The place after everything so far.
    var streamEnd: StreamPlace { get }

    /// The calls and events after a place; see `Recorder.streamed(after:limit:matching:)`.
    func streamed(after place: StreamPlace, limit: Int, matching filter: InvocationFilter) -> StreamBatch

    /// Number of the last event before the call at a position.
    func lastProxyEvent(before position: UInt64) -> UInt64

    /// Whether a place is one that every stream passes.
    func isPassed(_ place: StreamPlace) -> Bool

    /// A scan in parts. Default: each part is a scan of its own.
    func lastingScan() -> (any LastingScan)?

    /// Calls `body` after each growth, on any thread. It should only wake another thread.
    func onGrowth(_ body: @escaping @Sendable () -> Void)
}

extension InvocationFeed {
    package func lastingScan() -> (any LastingScan)? { nil }
}

extension Recorder {
    /// The feed that the recorder replays; nil without one.
    var feed: (any InvocationFeed)? { attachment.feed }

    /// Whether the calls are those of many processes, which arrive meanwhile.
    package var isFleet: Bool { feed != nil }
}
