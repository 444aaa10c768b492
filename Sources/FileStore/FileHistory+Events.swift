// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
public import ProxyCore

extension FileHistory {
    /// Scans the run's events of proxies between two numbers, both excluded, until `body` returns false.
    public func scanProxyEvents(
        after lower: UInt64,
        before upper: UInt64,
        _ order: InvocationQuery.Order,
        _ body: (ProxyEvent) -> Bool
    ) {
        _ = read { db, run, _ in
            try EventRow.forEach(run: run, after: lower, before: upper, order: order, db, body)
        }
    }
}
