// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The unanswered calls of one selector, or those that were never completed.
public struct UnansweredSelector: Sendable, Hashable {
    /// The selector.
    public let selector: Selector
    /// Whether delegates may omit the requirement; nil if that is unknown, as for a recording, which does not tell.
    public internal(set) var isOptional: Bool?
    /// Types of the parent objects that made the calls, in alphabetical order.
    public internal(set) var owners: [String]
    /// Number of such calls that are stored.
    public internal(set) var calls: Int
    /// Number of the newest such call.
    public internal(set) var lastSeq: UInt64
    /// Start of the newest such call, in nanoseconds since 1970-01-01T00:00:00Z.
    package internal(set) var lastStart: Int64
}

extension UnansweredSelector {
    /// A row that another program tells.
    ///
    /// - Parameter last: Key and start of the newest call; nil if that is unknown.
    package init(
        selector: Selector,
        isOptional: Bool?,
        owners: [String],
        calls: Int,
        last: (key: UInt64, start: Int64)?
    ) {
        self.init(
            selector: selector,
            isOptional: isOptional,
            owners: owners,
            calls: calls,
            lastSeq: last?.key ?? 0,
            lastStart: last?.start ?? 0
        )
    }

    /// Whether its newest call is newer than that of another row.
    ///
    /// The numbers of a process are in the order of its calls, even if its clock was set back. Keys of several
    /// processes are in no order, so that their clocks decide.
    package func isNewer(than other: UnansweredSelector) -> Bool {
        let isOneProcess = lastSeq >> InvocationID.seqBits == other.lastSeq >> InvocationID.seqBits
        if isOneProcess || lastSeq == 0 || other.lastSeq == 0 { return lastSeq > other.lastSeq }
        return lastStart > other.lastStart
    }

    /// Adds the calls of the same selector in another history.
    package mutating func add(_ other: UnansweredSelector) {
        isOptional = isOptional ?? other.isOptional
        calls = calls.saturatingAdding(other.calls)
        owners = Set(owners + other.owners).sorted()
        if other.isNewer(than: self) { (lastSeq, lastStart) = (other.lastSeq, other.lastStart) }
    }

    /// Sorts rows by frequency, most frequent first.
    static func sorted(_ rows: [UnansweredSelector]) -> [UnansweredSelector] {
        rows.sorted { ($1.calls, $0.selector.name) < ($0.calls, $1.selector.name) }
    }
}

struct UnansweredRow {
    let selector: Selector
    let isOptional: Bool
    var calls = 0
    var lastSeq: UInt64 = 0
    /// Start of that call, since the recorder's.
    var lastOffset: UInt64 = 0
    var revisions: Set<UInt32> = []
    var lastRevision: UInt32?

    func report(_ clock: TickClock) -> UnansweredSelector {
        UnansweredSelector(
            selector: selector,
            isOptional: isOptional,
            owners: Set(revisions.map { ProxyRevisions[$0].owner }).sorted(),
            calls: calls,
            lastSeq: lastSeq,
            lastStart: clock.wallTime(ofOffset: lastOffset)
        )
    }
}
