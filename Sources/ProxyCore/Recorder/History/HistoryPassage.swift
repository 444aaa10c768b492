// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An iteration through memory and history.
struct HistoryPassage: Sendable {
    private let view: HistoryView
    private var request: HistoryRequest

    init(_ view: HistoryView, _ query: InvocationQuery) {
        self.view = view
        request = HistoryRequest(query.filter, time: .zero)
        request.after = query.after ?? 0
        request.before = query.before ?? .max
        request.order = query.order
    }

    /// Calls `body` with the next invocations that pass, and advances past them.
    mutating func next(atMost count: Int, within time: Duration, _ body: (Invocation) -> Void) -> HistoryScan {
        request.time = time
        var left = count
        var last: UInt64?
        let scan = view.scan(request) { invocation in
            body(invocation)
            last = invocation.key
            left -= 1
            return left > 0
        }
        if let reached = scan.end == .stopped ? last : scan.reached {
            if request.order == .descending { request.before = reached } else { request.after = reached }
        }
        return scan
    }
}
