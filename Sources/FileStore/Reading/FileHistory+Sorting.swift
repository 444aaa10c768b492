// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import ProxyCore

extension FileHistory: SortingHistory {
    /// The first invocations of a sorted list.
    package func sorted(_ request: SortedRequest) -> SortedPart {
        let part = read { db, run, decoder in
            if request.sort == .duration {
                var scan = DurationScan(request, run: run, decoder)
                return try scan.part(db)
            }
            var scan = NameScan(request, run: run, decoder)
            return try scan.part(db)
        }
        return part ?? SortedPart()
    }
}
