// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
public import ProxyCore
internal import Synchronization

extension FileHistory {
    /// Limit on the run's records for counting the calls of each proxy where the file has no sums of them.
    private static let countedRecords = 1_000_000

    /// The proxies of the run, by number.
    public var proxies: [RecordedProxy] {
        let position = extent.lastPosition
        if let known = state.withLock({ $0.proxies }), known.position == position { return known.items }
        let found = read { db, run, _ in try RecordedProxyQuery(run, Self.countedRecords).proxies(db) } ?? []
        state.withLock { $0.proxies = (position, found) }
        return found
    }
}
