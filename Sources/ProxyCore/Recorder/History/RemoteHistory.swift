// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A history that is asked over a network.
///
/// It answers in milliseconds at best, so nothing that has to answer at once may wait for it. Questions about many calls are
/// answered where the calls are.
package protocol RemoteHistory: InvocationHistory {
    /// Statistics of the stored calls that pass, by selector.
    func selectors(matching filter: InvocationFilter, within time: Duration) -> SelectorReport

    /// The stored calls that no one answered or completed and that pass, by selector.
    func unanswered(matching filter: InvocationFilter, within time: Duration) -> [UnansweredSelector]

    /// The stored calls over time; see `Recorder.timeline(buckets:matching:period:within:)`.
    func timeline(
        buckets: Int,
        matching filter: InvocationFilter,
        period: Range<Int64>?,
        within time: Duration
    ) -> Timeline

    /// The recorded proxies, and why some are missing. The failure is this question's own: one of `failure` would be
    /// taken for that of whatever is asked meanwhile.
    var proxyReport: ProxyReport { get }
}

/// Recorded proxies, as far as they could be read.
package struct ProxyReport: Sendable {
    package var items: [RecordedProxy]
    /// Why some are missing; nil if these are all.
    package var failure: HistoryFailure?

    package init(items: [RecordedProxy], failure: HistoryFailure? = nil) {
        self.items = items
        self.failure = failure
    }
}

extension Recorder {
    /// The proxies of a replayed run, and those of a remote history with what is missing.
    package var recordedProxyReport: ProxyReport {
        (attachment.history as? any RemoteHistory)?.proxyReport ?? ProxyReport(items: recordedProxies)
    }

    /// Whether queries wait for a network.
    package var isRemote: Bool { attachment.history is any RemoteHistory }
}
