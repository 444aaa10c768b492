// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The running calls, and the switch that pauses recording.
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
        // The longest-running call started first.
        let calls = recorder.running.filter(filter.matches)
        var json = JSONWriter(capacity: calls.count * 640 + 64)
        json.object { json in
            json.array("items") { json in
                for call in calls { InvocationEncoder.write(call, to: &json) }
            }
            json.member("count", calls.count)
            json.member("asOf", Instant.text(recorder.runningAsOfNanoseconds))
        }
        return HTTPResponse(mediaType: "application/json", json.bytes).adding("Cache-Control", "no-store")
    }

    private static func patch(_ body: [UInt8], _ recorder: Recorder) throws(HTTPProblem) -> HTTPResponse {
        let members = try JSONBody.members(of: body)
        for member in members where member.key != "recording" {
            throw JSONBody.unknown(member, candidates: ["recording"])
        }
        guard case .boolean(let isRecording)? = members.first?.value else {
            throw HTTPProblem(400, "invalidMember", "“recording” must be true or false.", field: "recording")
        }
        if isRecording { recorder.resume() } else { recorder.pause() }
        return .json { $0.member("recording", recorder.isRecording) }
    }
}
