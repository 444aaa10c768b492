// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `/api/v1/invocations` and what is below it.
enum InvocationEndpoints {
    static func routes(_ recorder: Recorder) -> [HTTPRoute] {
        [
            HTTPRoute(.get, "/api/v1/invocations", parameters: ["limit", "before", "after", "order"]) { call in
                try list(call, recorder)
            },
            HTTPRoute(.delete, "/api/v1/invocations") { _ in
                recorder.clear()
                return HTTPResponse(status: 204)
            },
            HTTPRoute(.get, "/api/v1/invocations/{id}") { call in
                try one(call.variable("id"), recorder)
            },
        ]
    }

    // MARK: List

    private static func list(_ call: HTTPCall, _ recorder: Recorder) throws(HTTPProblem) -> HTTPResponse {
        var query = InvocationQuery()
        query.limit = try call.integer("limit", in: 1...1_000) ?? query.limit
        query.before = try call.seq("before", epoch: recorder.epoch)
        query.after = try call.seq("after", epoch: recorder.epoch)
        if let order = call.parameters["order"] {
            guard let known = InvocationQuery.Order(rawValue: order) else {
                throw HTTPProblem(
                    400, "invalidParameter", "“order” is asc or desc, not “\(order)”.", field: "order",
                    candidates: ["asc", "desc"])
            }
            query.order = known
        }
        return json(of: recorder.invocations(query), query, epoch: recorder.epoch)
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

    private static func one(_ id: String, _ recorder: Recorder) throws(HTTPProblem) -> HTTPResponse {
        let seq = try InvocationReference.seq(of: id, epoch: recorder.epoch)
        switch recorder.invocation(seq: seq) {
        case .found(let invocation): return json(of: invocation, recorder)
        case .evicted:
            throw HTTPProblem(410, "evicted", "Invocation \(id) was recorded, but it had to make room for newer ones.")
        case .unknown:
            throw HTTPProblem(404, "unknownInvocation", "No call of this run has the number \(seq) so far.")
        }
    }

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
