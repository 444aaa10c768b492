// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The running calls, and what the recorder records.
enum RecorderEndpoints {
    static func routes(_ recorder: Recorder) -> [HTTPRoute] {
        [
            HTTPRoute(.get, "/api/v1/running", parameters: ["filter"]) { call in
                running(recorder, matching: try call.filter())
            },
            HTTPRoute(.get, "/api/v1/recorder") { _ in
                .json { writeSettings(of: recorder, to: &$0) }.adding("Cache-Control", "no-store")
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

    /// What a request changes; parsed completely before anything is applied.
    private struct Change {
        var recording: Bool?
        var include: [String]?
        var exclude: [String]?

        private static let members = ["recording", "include", "exclude"]
        private static let patternCountLimit = 256
        private static let patternBytesLimit = 512

        init(_ body: [UInt8]) throws(HTTPProblem) {
            let members = try JSONBody.members(of: body)
            for member in members {
                switch (member.key, member.value) {
                case ("recording", .boolean(let truth)): recording = truth
                case ("recording", _): throw Self.refusal("recording", "must be true or false")
                case ("include", let value): include = try Self.patterns(value, "include")
                case ("exclude", let value): exclude = try Self.patterns(value, "exclude")
                default: throw JSONBody.unknown(member, candidates: Self.members)
                }
            }
            if members.isEmpty {
                throw HTTPProblem(400, "invalidBody", "Give at least one of “recording”, “include” and “exclude”.")
            }
        }

        private static func patterns(_ value: JSONValue, _ field: String) throws(HTTPProblem) -> [String] {
            guard case .array(let items) = value else { throw refusal(field, "must be a list of patterns") }
            guard items.count <= patternCountLimit else {
                throw refusal(field, "may have \(patternCountLimit) patterns, not \(items.count)")
            }
            var patterns: [String] = []
            for (index, item) in items.enumerated() {
                guard case .string(let text) = item else { throw refusal(field, "must have texts only", at: index) }
                guard !text.isEmpty else { throw refusal(field, "has an empty pattern", at: index) }
                guard text.utf8.count <= patternBytesLimit else {
                    let count = text.utf8.count
                    throw refusal(field, "may have patterns of \(patternBytesLimit) bytes, not \(count)", at: index)
                }
                if !patterns.contains(text) { patterns.append(text) }
            }
            return patterns
        }

        /// - Parameter index: The item of a list that is wrong, from 0.
        private static func refusal(_ field: String, _ text: String, at index: Int? = nil) -> HTTPProblem {
            let place = index.map { " (item \($0))" } ?? ""
            var problem = HTTPProblem(400, "invalidMember", "“\(field)” \(text)\(place).", field: field)
            if let index { problem.extensions = [JSONValue.Member(key: "index", value: .integer(Int64(index)))] }
            return problem
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
