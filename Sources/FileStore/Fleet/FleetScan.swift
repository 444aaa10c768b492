// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore
import Synchronization

/// Goes on with one merge over the parts of a scan: a merge begins with questions about each process, and reads ahead of
/// each that calls meanwhile.
final class FleetScan: LastingScan {
    private let history: FleetHistory
    /// The merge, with the key after which it goes on; nil while a part is scanned, and when there is none.
    private let stopped = Mutex<(merge: FleetMerge, reached: UInt64)?>(nil)

    init(_ history: FleetHistory) { self.history = history }

    func scan(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan {
        let start = request.order == .descending ? request.before : request.after
        // Nobody else goes on with it meanwhile.
        let known = stopped.withLock { stopped in
            defer { stopped = nil }
            return stopped
        }
        let going = known.flatMap { $0.reached == start ? $0.merge : nil }
        guard var merge = going ?? history.merge(request) else {
            return HistoryScan(end: .complete, matched: 0, reached: nil, isPartial: false)
        }
        let scan = merge.forEach(within: request.time, body)
        if scan.end != .complete, let reached = scan.reached {
            stopped.withLock { [merge] in $0 = (merge, reached) }
        }
        return scan
    }
}
