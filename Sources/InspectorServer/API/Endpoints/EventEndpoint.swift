// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `GET /api/v1/events`: a page of the events of proxies.
enum EventEndpoint {
    static func route(_ recorder: Recorder) -> HTTPRoute {
        HTTPRoute(
            .get,
            "/api/v1/events",
            parameters: ["filter", "limit", "before", "after", "order"]
        ) { call in
            var query = ProxyEventQuery()
            query.filter = try call.filter()
            query.limit = try call.integer("limit", in: 1...1_000) ?? query.limit
            query.before = try number("before", call, recorder.epoch)
            query.after = try number("after", call, recorder.epoch)
            query.order = try call.order() ?? query.order
            return .deferred { [query] in json(of: recorder.proxyEvents(query), recorder) }
        }
    }

    /// A parameter that identifies an event: `<epoch>-e<number>`, or just the number for the current run.
    private static func number(_ name: String, _ call: HTTPCall, _ epoch: String) throws(HTTPProblem) -> UInt64? {
        guard let text = call.parameters[name] else { return nil }
        if let bare = UInt64(text) { return bare }
        guard let id = ProxyEventID(text) else {
            throw HTTPProblem(
                400,
                "malformedId",
                "“\(text)” is not the id of an event; ids look like \(epoch)-e12, or 12 for this run.",
                field: name
            )
        }
        guard id.epoch == epoch else {
            throw HTTPProblem(
                410,
                "otherEpoch",
                "“\(text)” belongs to another run; the epoch of this one is \(epoch).",
                field: name
            )
        }
        return id.number
    }

    private static func json(of page: ProxyEventPage, _ recorder: Recorder) -> HTTPResponse {
        let id = { (number: UInt64) in ProxyEventID(epoch: recorder.epoch, number: number).description }
        return .json { json in
            json.array("items") { json in
                for event in page.items { event.write(epoch: recorder.epoch, to: &json) }
            }
            json.member("next", page.hasMore ? page.items.last.map { id($0.number) } : nil)
            json.member("oldest", page.oldest)
            json.member("newest", page.newest)
            json.member("epoch", recorder.epoch)
        }.adding("Cache-Control", "no-store")
    }
}
