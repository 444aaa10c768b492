// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// `GET /api/v1/invocations`: one page as JSON or columns, or all matches as lines of JSON.
enum InvocationListEndpoint {
    /// Longer pages take about a millisecond, so they and all searches are read and encoded off the server's thread.
    private static let promptLimit = 10
    /// Longest time to sort, and to count beside it at most half of that.
    private static let sortTime = Duration.milliseconds(200)

    static func route(_ recorder: Recorder) -> HTTPRoute {
        HTTPRoute(
            .get,
            "/api/v1/invocations",
            parameters: ["filter", "limit", "before", "after", "order", "sort", "count"],
            representations: ["application/json", InvocationLines.mediaType, "text/plain"]
        ) { call in
            try list(call, recorder)
        }
    }

    private static func list(_ call: HTTPCall, _ recorder: Recorder) throws(HTTPProblem) -> HTTPResponse {
        var query = InvocationQuery(try call.filter())
        query.before = try call.key("before", recorder)
        query.after = try call.key("after", recorder)
        query.order = try call.order() ?? query.order
        query.sort = try call.choice("sort") ?? query.sort
        query.countsMatches = try call.truth("count") ?? query.countsMatches
        if query.sort != .start { try prepareSorting(call, &query, recorder) }
        if call.representation == InvocationLines.mediaType {
            return InvocationLines.response(query, limit: try call.integer("limit", in: 1...Int.max), recorder)
        }
        query.limit = try call.integer("limit", in: 1...1_000) ?? query.limit
        let isText = call.representation == "text/plain"
        let answer = { @Sendable [query] in
            let page = recorder.invocations(query)
            return isText ? text(of: page) : json(of: page, recorder)
        }
        let isPrompt = query.limit <= promptLimit && query.filter.isEverything && query.sort == .start
        return isPrompt ? answer() : .deferred(answer)
    }

    /// Refuses what a sorted list cannot answer.
    ///
    /// - Throws: 400 `invalidParameter` for lines, which are never sorted; 410 `evicted` and 404 `unknownInvocation` when
    ///   the place of the call in `before` or `after` is not known.
    private static func prepareSorting(
        _ call: HTTPCall,
        _ query: inout InvocationQuery,
        _ recorder: Recorder
    ) throws(HTTPProblem) {
        guard call.representation != InvocationLines.mediaType else {
            throw HTTPProblem(
                400,
                "invalidParameter",
                "Lines come in the order of their starts; ask for application/json to sort by \(query.sort.rawValue).",
                field: "sort"
            )
        }
        for seq in [query.before, query.after].compactMap(\.self) {
            _ = try InvocationReference.read(recorder.invocation(seq: seq), "\(seq)")
        }
        query.scanTime = sortTime
    }

    private static func text(of page: InvocationPage) -> HTTPResponse {
        HTTPResponse(mediaType: "text/plain; charset=utf-8", Array(InvocationColumns.text(page.items).utf8))
            .adding("Cache-Control", "no-store")
    }

    private static func json(of page: InvocationPage, _ recorder: Recorder) -> HTTPResponse {
        let epoch = recorder.epoch
        var json = JSONWriter(capacity: page.items.count * 640 + 256)
        let id = { (key: UInt64) in recorder.id(ofKey: key).description }
        json.object { json in
            json.array("items") { json in
                for item in page.items { InvocationEncoder.write(item, to: &json) }
            }
            json.member("next", page.hasMore ? page.items.last.map(\.id.description) : nil)
            json.member("continue", page.continueFrom.map(id))
            json.member("isComplete", page.isComplete)
            json.member("gap", page.hasGap)
            json.member("stored", page.stored)
            page.count.write(to: &json)
            json.member("evicted", page.evicted)
            json.member("oldest", page.oldest.map { recorder.id(ofKey: $0).seq })
            json.member("newest", page.newest.map { recorder.id(ofKey: $0).seq })
            json.member("epoch", epoch)
            json.member("streamFrom", "\(epoch)-\(page.lastPosition)")
        }
        return HTTPResponse(mediaType: "application/json", json.bytes).adding("Cache-Control", "no-store")
    }
}

extension MatchCount {
    /// Writes the members `matched` (null if the time ran out before everything was searched), `matchedAtLeast`, and
    /// `filterPartial`.
    func write(to json: inout JSONWriter) {
        let exactly: Int? = isExact ? matched : nil
        json.member("matched", exactly)
        json.member("matchedAtLeast", matched)
        json.member("filterPartial", isPartial)
    }
}
