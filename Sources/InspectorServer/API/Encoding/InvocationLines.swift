// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// All invocations that match a query, as lines of JSON. The store is read at the client's pace.
enum InvocationLines {
    static let mediaType = "application/x-ndjson"
    /// Number of lines per cursor. A slow client must not keep evicted invocations in memory, so a new cursor then
    /// continues after the last line.
    private static let stretch = 16_384

    /// - Parameter limit: Maximum number of lines; nil for no limit.
    static func response(_ query: InvocationQuery, limit: Int?, _ recorder: Recorder) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [("Content-Type", mediaType), ("Cache-Control", "no-store")],
            body: .produced { sink in
                let failures = MetFailures()
                try failures.during { try write(query, limit: limit ?? .max, recorder, failures, to: sink) }
            }
        )
    }

    private static func write(
        _ query: InvocationQuery,
        limit: Int,
        _ recorder: Recorder,
        _ failures: MetFailures,
        to sink: any HTTPBodySink
    ) throws {
        var query = query
        // Calls stored later are excluded, so that the response ends.
        if query.order == .ascending {
            let newest = recorder.invocations(InvocationQuery()).newest ?? 0
            query.before = min(query.before ?? .max, newest + 1)
        }
        var left = limit
        while left > 0 {
            var cursor = recorder.cursor(query)
            var last: UInt64?
            var written = 0
            while left > 0, written < stretch, !cursor.isAtEnd {
                let items = cursor.next().prefix(left)
                // Also without any: the search ends when the client leaves.
                try sink.write(items.flatMap { InvocationEncoder.encode($0) + [UInt8(ascii: "\n")] })
                guard let end = items.last else { continue }
                last = end.key
                left -= items.count
                written += items.count
            }
            // Throwing cuts the connection off: a response that ends normally is complete.
            if recorder.isReplay, let failure = failures.last { throw failure }
            guard !cursor.isAtEnd, let last else { return }
            if query.order == .descending { query.before = last } else { query.after = last }
        }
    }
}
