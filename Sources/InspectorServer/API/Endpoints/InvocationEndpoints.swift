// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `/api/v1/invocations` and the routes below it.
enum InvocationEndpoints {
    static func routes(_ recorder: Recorder, tell: @escaping RecordChange.Teller) -> [HTTPRoute] {
        [
            InvocationListEndpoint.route(recorder),
            HTTPRoute(.delete, "/api/v1/invocations", parameters: ["all"]) { call in
                try recorder.requireProcess("calls that can be removed")
                let includesMarked = try call.truth("all") ?? false
                // It waits for what is written to a file.
                return .deferred(as: .waiting) {
                    recorder.clear(includingMarked: includesMarked)
                    tell(.cleared)
                    return HTTPResponse(status: 204)
                }
            },
            HTTPRoute(.get, "/api/v1/invocations/{id}") { call in
                let invocation = try InvocationReference.find(call.variable("id"), recorder)
                let isPrompt = recorder.status.stored <= promptCount
                return isPrompt ? json(of: invocation, recorder) : .deferred { json(of: invocation, recorder) }
            },
            MarkEndpoint.route(recorder, tell: tell),
            ArgumentEndpoint.route(recorder),
        ]
    }

    /// Up to this number of stored invocations, finding a neighbour takes less than a millisecond. With more, the
    /// search could block the server's thread for too long.
    private static let promptCount: UInt64 = 20_000

    private static func json(of invocation: Invocation, _ recorder: Recorder) -> HTTPResponse {
        let id = { (key: UInt64) in recorder.id(ofKey: key).description }
        var json = JSONWriter(capacity: 1_024)
        InvocationEncoder.write(invocation, to: &json) { json in
            json.array("children") { json in
                for child in recorder.children(of: invocation.key) { json.plain(id(child)) }
            }
            json.member("previous", recorder.neighbour(of: invocation.key, forward: false).map(id))
            json.member("next", recorder.neighbour(of: invocation.key, forward: true).map(id))
        }
        return HTTPResponse(mediaType: "application/json", json.bytes).adding("Cache-Control", "no-store")
    }
}
