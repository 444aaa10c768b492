// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// All invocations of a query as lines of JSON, read from the store page by page while the client reads.
enum InvocationLines {
    static let mediaType = "application/x-ndjson"
    private static let pageCount = 1_000

    /// - Parameter limit: Most lines; nil for all.
    static func response(_ query: InvocationQuery, limit: Int?, _ recorder: Recorder) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [("Content-Type", mediaType), ("Cache-Control", "no-store")],
            body: .produced { try write(query, limit: limit ?? .max, recorder, to: $0) }
        )
    }

    private static func write(
        _ query: InvocationQuery,
        limit: Int,
        _ recorder: Recorder,
        to sink: any HTTPBodySink
    ) throws {
        var query = query
        var left = limit
        while left > 0 {
            query.limit = min(left, pageCount)
            let page = recorder.invocations(query)
            var bytes: [UInt8] = []
            for item in page.items { bytes += InvocationEncoder.encode(item) + [UInt8(ascii: "\n")] }
            if !bytes.isEmpty { try sink.write(bytes) }
            left -= page.items.count
            guard page.hasMore, let last = page.items.last else { return }
            // The next page is by number and not by place: what is evicted or added meanwhile changes nothing.
            if query.order == .descending { query.before = last.seq } else { query.after = last.seq }
        }
    }
}
