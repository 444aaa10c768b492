// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// All invocations of a query as lines of JSON, read from the store while the client reads.
enum InvocationLines {
    static let mediaType = "application/x-ndjson"
    /// Lines after which the reading begins anew, behind the last one: a slow client must not keep alive what the store
    /// evicts.
    private static let stretch = 16_384

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
        // What is stored later is not part of the answer, so that it ends.
        if query.order == .ascending {
            let newest = recorder.invocations(InvocationQuery()).newest ?? 0
            query.before = min(query.before ?? .max, newest + 1)
        }
        let failure = recorder.historyFailure
        var left = limit
        while left > 0 {
            var cursor = recorder.cursor(query)
            var last: UInt64?
            var written = 0
            while left > 0, written < stretch, !cursor.isAtEnd {
                let items = cursor.next().prefix(left)
                guard let end = items.last else { continue }
                try sink.write(items.flatMap { InvocationEncoder.encode($0) + [UInt8(ascii: "\n")] })
                last = end.seq
                left -= items.count
                written += items.count
            }
            // The connection is broken off then: an answer that ends in order is whole.
            if recorder.isReplay, let new = recorder.historyFailure, new != failure { throw new }
            guard !cursor.isAtEnd, let last else { return }
            if query.order == .descending { query.before = last } else { query.after = last }
        }
    }
}
