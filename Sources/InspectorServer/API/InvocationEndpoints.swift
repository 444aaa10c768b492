// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `/api/v1/invocations` and what is below it.
enum InvocationEndpoints {
    static func routes(_ recorder: Recorder) -> [HTTPRoute] {
        [
            HTTPRoute(
                .get,
                "/api/v1/invocations",
                parameters: ["limit", "before", "after", "order"],
                representations: ["application/json", InvocationLines.mediaType, "text/plain"]
            ) { call in
                try list(call, recorder)
            },
            HTTPRoute(.delete, "/api/v1/invocations") { _ in
                recorder.clear()
                return HTTPResponse(status: 204)
            },
            HTTPRoute(.get, "/api/v1/invocations/{id}") { call in
                json(of: try InvocationReference.find(call.variable("id"), recorder), recorder)
            },
            ArgumentEndpoint.route(recorder),
        ]
    }

    // MARK: List

    /// Longer pages are not read and written on the server's own thread.
    private static let promptLimit = 100

    private static func list(_ call: HTTPCall, _ recorder: Recorder) throws(HTTPProblem) -> HTTPResponse {
        var query = InvocationQuery()
        query.before = try call.seq("before", epoch: recorder.epoch)
        query.after = try call.seq("after", epoch: recorder.epoch)
        query.order = try order(call) ?? query.order
        if call.representation == InvocationLines.mediaType {
            return InvocationLines.response(query, limit: try call.integer("limit", in: 1...Int.max), recorder)
        }
        query.limit = try call.integer("limit", in: 1...1_000) ?? query.limit
        let isText = call.representation == "text/plain"
        let answer = { @Sendable [query] in
            let page = recorder.invocations(query)
            return isText ? text(of: page) : json(of: page, query, epoch: recorder.epoch)
        }
        return query.limit > promptLimit ? .deferred(answer) : answer()
    }

    private static func order(_ call: HTTPCall) throws(HTTPProblem) -> InvocationQuery.Order? {
        guard let text = call.parameters["order"] else { return nil }
        if let order = InvocationQuery.Order(rawValue: text) { return order }
        throw HTTPProblem(
            400,
            "invalidParameter",
            "“order” is asc or desc, not “\(text)”.",
            field: "order",
            candidates: ["asc", "desc"]
        )
    }

    private static func text(of page: InvocationPage) -> HTTPResponse {
        HTTPResponse(mediaType: "text/plain; charset=utf-8", Array(InvocationColumns.text(page.items).utf8))
            .adding("Cache-Control", "no-store")
    }

    private static func json(of page: InvocationPage, _ query: InvocationQuery, epoch: String) -> HTTPResponse {
        var json = JSONBytes(capacity: page.items.count * 640 + 256)
        json.object { json in
            json.key("items")
            json.array { json in
                for item in page.items { InvocationEncoder.write(item, to: &json) }
            }
            json.key("next")
            json.optional(page.hasMore ? page.items.last?.id : nil) { $0.plain($1.description) }
            json.key("stored")
            json.integer(page.stored)
            json.key("matched")
            json.integer(page.stored)
            json.key("evicted")
            json.integer(page.evicted)
            json.key("oldest")
            json.optional(page.oldest) { $0.integer($1) }
            json.key("newest")
            json.optional(page.newest) { $0.integer($1) }
            json.key("epoch")
            json.plain(epoch)
            json.key("streamFrom")
            json.plain("\(epoch)-\(page.lastPosition)")
        }
        return HTTPResponse(mediaType: "application/json", json.bytes).adding("Cache-Control", "no-store")
    }

    // MARK: One

    private static func json(of invocation: Invocation, _ recorder: Recorder) -> HTTPResponse {
        let epoch = recorder.epoch
        let id = { (seq: UInt64) in InvocationID(epoch: epoch, seq: seq).description }
        var json = JSONBytes(capacity: 1_024)
        InvocationEncoder.write(invocation, to: &json) { json in
            json.key("children")
            json.array { json in
                for child in recorder.children(of: invocation.seq) { json.plain(id(child)) }
            }
            json.key("previous")
            json.optional(recorder.neighbour(of: invocation.seq, forward: false)) { $0.plain(id($1)) }
            json.key("next")
            json.optional(recorder.neighbour(of: invocation.seq, forward: true)) { $0.plain(id($1)) }
        }
        return HTTPResponse(mediaType: "application/json", json.bytes).adding("Cache-Control", "no-store")
    }
}
