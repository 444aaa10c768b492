// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The running calls, and what the recorder records.
enum RecorderEndpoints {
    static func routes(_ recorder: Recorder) -> [HTTPRoute] {
        [
            HTTPRoute(.get, "/api/v1/running", parameters: ["filter"]) { call in
                let filter = try call.filter()
                return .deferred { running(recorder, matching: filter) }
            },
            HTTPRoute(.get, "/api/v1/recorder") { _ in
                .json { writeSettings(of: recorder, to: &$0) }.adding("Cache-Control", "no-store")
            },
            HTTPRoute(.patch, "/api/v1/recorder", wantsBody: true) { call in
                try recorder.requireProcess("settings of a recorder")
                return try patch(call.request.body, recorder)
            },
        ]
    }

    private static func running(_ recorder: Recorder, matching filter: InvocationFilter) -> HTTPResponse {
        let held = Dictionary(recorder.rules.held.map { ($0.call.id, $0.number) }) { $1 }
        // The longest-running call started first.
        var calls = recorder.running.filter(filter.matches)
        if !held.isEmpty {
            for index in calls.indices { calls[index].held = held[calls[index].id] }
        }
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

    /// What a request changes; parsed completely before anything is applied.
    private struct Change {
        var recording: Bool?
        var include: [String]?
        var exclude: [String]?

        private static let members = ["recording", "include", "exclude"]

        init(_ body: [UInt8]) throws(HTTPProblem) {
            let members = try JSONBody.members(of: body)
            for member in members {
                switch (member.key, member.value) {
                case ("recording", .boolean(let truth)): recording = truth
                case ("recording", _): throw JSONBody.refusal("recording", "must be true or false")
                case ("include", _): include = try JSONBody.patterns(member)
                case ("exclude", _): exclude = try JSONBody.patterns(member)
                default: throw JSONBody.unknown(member, candidates: Self.members)
                }
            }
            if members.isEmpty {
                throw HTTPProblem(400, "invalidBody", "Give at least one of “recording”, “include” and “exclude”.")
            }
        }
    }

    private static func patch(_ body: [UInt8], _ recorder: Recorder) throws(HTTPProblem) -> HTTPResponse {
        let change = try Change(body)
        if change.include != nil || change.exclude != nil {
            recorder.changeCaptureRules(include: change.include, exclude: change.exclude)
        }
        if let isRecording = change.recording {
            if isRecording { recorder.resume() } else { recorder.pause() }
        }
        return .json { writeSettings(of: recorder, to: &$0) }
    }

    /// Writes what can be set while the program runs.
    static func writeSettings(of recorder: Recorder, to json: inout JSONWriter) {
        let rules = recorder.captureRules
        json.member("recording", recorder.isRecording)
        json.member("include", rules.include)
        json.member("exclude", rules.exclude)
        json.member("transforms", recorder.transform != nil)
    }
}
