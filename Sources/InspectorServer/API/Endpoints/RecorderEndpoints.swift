// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// What is under way, and the switch that stops recording.
enum RecorderEndpoints {
    static func routes(_ recorder: Recorder) -> [HTTPRoute] {
        [
            HTTPRoute(.get, "/api/v1/running", parameters: ["filter"]) { call in
                running(recorder, matching: try call.filter())
            },
            HTTPRoute(.patch, "/api/v1/recorder", wantsBody: true) { call in
                try patch(call.request.body, recorder)
            },
        ]
    }

    private static func running(_ recorder: Recorder, matching filter: InvocationFilter) -> HTTPResponse {
        // The call that has been under way for longest started first.
        let calls = recorder.running.filter(filter.matches)
        var json = JSONWriter(capacity: calls.count * 640 + 64)
        json.object { json in
            json.key("items")
            json.array { json in
                for call in calls { InvocationEncoder.write(call, to: &json) }
            }
            json.key("count")
            json.integer(calls.count)
            json.key("asOf")
            json.plain(Instant.text(recorder.runningAsOfNanoseconds))
        }
        return HTTPResponse(mediaType: "application/json", json.bytes).adding("Cache-Control", "no-store")
    }

    private static func patch(_ body: [UInt8], _ recorder: Recorder) throws(HTTPProblem) -> HTTPResponse {
        let members = try JSONBody.members(of: body)
        for member in members where member.key != "recording" {
            throw HTTPProblem(
                400,
                "unknownMember",
                "“\(member.key)” cannot be changed here.",
                field: member.key,
                candidates: ["recording"]
            )
        }
        guard case .boolean(let isRecording)? = members.first?.value else {
            throw HTTPProblem(400, "invalidMember", "“recording” has to be true or false.", field: "recording")
        }
        if isRecording { recorder.resume() } else { recorder.pause() }
        return .json { $0.object { $0.member("recording", isRecording) } }
    }
}
