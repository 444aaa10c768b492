// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An iteration through memory and history.
struct HistoryPassage: Sendable {
    private let view: HistoryView
    /// Answers in place of the view, if nothing has to be combined with the history.
    private let lasting: (any LastingScan)?
    private var request: HistoryRequest

    init(_ view: HistoryView, _ query: InvocationQuery) {
        self.view = view
        let answersAll = view.isReplay && view.snapshot.clearedThrough == 0
        lasting = answersAll ? (view.history as? any InvocationFeed)?.lastingScan() : nil
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
        func take(_ invocation: Invocation) -> Bool {
            body(invocation)
            last = invocation.key
            left -= 1
            return left > 0
        }
        let scan = if let lasting { lasting.scan(request, take) } else { view.scan(request, take) }
        if let reached = scan.end == .stopped ? last : scan.reached {
            if request.order == .descending { request.before = reached } else { request.after = reached }
        }
        return scan
    }
}
