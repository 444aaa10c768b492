// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The unanswered calls of one selector, or those that were never completed.
public struct UnansweredSelector: Sendable, Hashable {
    /// The selector.
    public let selector: Selector
    /// Whether delegates may omit the requirement.
    public let isOptional: Bool
    /// Types of the parent objects that made the calls, in alphabetical order.
    public internal(set) var owners: [String]
    /// Number of such calls that are stored.
    public internal(set) var calls: Int
    /// Number of the newest such call.
    public internal(set) var lastSeq: UInt64
}

extension UnansweredSelector {
    package init(selector: Selector, isOptional: Bool, owners: [String], calls: Int, last: UInt64) {
        self.init(selector: selector, isOptional: isOptional, owners: owners, calls: calls, lastSeq: last)
    }

    /// Adds the calls of the same selector in another history.
    package mutating func add(_ other: UnansweredSelector) {
        calls = calls.saturatingAdding(other.calls)
        owners = Set(owners + other.owners).sorted()
        if lastSeq == 0 { lastSeq = other.lastSeq }
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
    var revisions: Set<UInt32> = []
    var lastRevision: UInt32?

    var report: UnansweredSelector {
        UnansweredSelector(
            selector: selector,
            isOptional: isOptional,
            owners: Set(revisions.map { ProxyRevisions[$0].owner }).sorted(),
            calls: calls,
            lastSeq: lastSeq
        )
    }
}
