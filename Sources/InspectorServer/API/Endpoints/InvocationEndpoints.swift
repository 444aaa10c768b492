// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `/api/v1/invocations` and what is below it.
enum InvocationEndpoints {
    static func routes(_ recorder: Recorder, tell: @escaping RecordChange.Teller) -> [HTTPRoute] {
        [
            InvocationListEndpoint.route(recorder),
            HTTPRoute(.delete, "/api/v1/invocations", parameters: ["all"]) { call in
                recorder.clear(includingMarked: try call.truth("all") ?? false)
                tell(.cleared)
                return HTTPResponse(status: 204)
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

    /// Among so many stored invocations a neighbour is found within a millisecond; among more the search may take
    /// longer than the server's own thread should be kept.
    private static let promptCount: UInt64 = 20_000

    private static func json(of invocation: Invocation, _ recorder: Recorder) -> HTTPResponse {
        let epoch = recorder.epoch
        let id = { (seq: UInt64) in InvocationID(epoch: epoch, seq: seq).description }
        var json = JSONWriter(capacity: 1_024)
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
