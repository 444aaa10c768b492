// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Who called: the backtrace of one call, and the choice of calls whose backtrace is recorded.
enum BacktraceEndpoints {
    static func routes(_ recorder: Recorder) -> [HTTPRoute] {
        [
            HTTPRoute(.get, "/api/v1/invocations/{id}/backtrace") { call in
                let invocation = try InvocationReference.find(call.variable("id"), recorder)
                // Looking a function up may read the symbols of the whole program.
                return invocation.backtrace.isEmpty
                    ? frames(of: invocation) : .deferred { frames(of: recorder.symbolicated(invocation)) }
            },
            HTTPRoute(.get, "/api/v1/recorder/backtraces") { _ in
                .json { write(recorder.backtraces, to: &$0) }.adding("Cache-Control", "no-store")
            },
            HTTPRoute(.patch, "/api/v1/recorder/backtraces", wantsBody: true) { call in
                try recorder.requireProcess("settings of a recorder")
                recorder.backtraces = try changed(recorder.backtraces, by: call.request.body)
                return .json { write(recorder.backtraces, to: &$0) }
            },
        ]
    }

    private static func frames(of invocation: Invocation) -> HTTPResponse {
        .json { json in
            json.key("items")
            CallFrame.write(invocation.backtrace, to: &json)
        }.adding("Cache-Control", "no-store")
    }

    private static func write(_ capture: BacktraceCapture?, to json: inout JSONWriter) {
        let capture = capture ?? BacktraceCapture(of: [])
        json.array("selectors") { json in
            for selector in capture.selectors { json.string(selector) }
        }
        json.member("frames", capture.frames)
    }

    // MARK: Changes

    /// Longest pattern, in bytes.
    private static let patternBytesLimit = 512

    private static func changed(
        _ capture: BacktraceCapture?,
        by body: [UInt8]
    ) throws(HTTPProblem) -> BacktraceCapture? {
        let members = try JSONBody.members(of: body)
        var capture = capture ?? BacktraceCapture(of: [])
        for member in members {
            switch (member.key, member.value) {
            case ("selectors", .array(let items)): capture.selectors = try patterns(items)
            case ("selectors", _): throw refusal("selectors", "must be a list of patterns")
            case ("frames", .integer(let number)): capture.frames = try frameCount(number)
            case ("frames", _): throw refusal("frames", "must be a number")
            default: throw JSONBody.unknown(member, candidates: ["selectors", "frames"])
            }
        }
        if members.isEmpty { throw HTTPProblem(400, "invalidBody", "Give “selectors”, “frames” or both.") }
        return capture
    }

    private static func frameCount(_ number: Int64) throws(HTTPProblem) -> Int {
        let valid = BacktraceCapture.frameCounts
        guard let count = Int(exactly: number), valid.contains(count) else {
            throw refusal("frames", "must be from \(valid.lowerBound) to \(valid.upperBound), not \(number)")
        }
        return count
    }

    private static func patterns(_ items: [JSONValue]) throws(HTTPProblem) -> [String] {
        let limit = BacktraceCapture.selectorCountLimit
        guard items.count <= limit else { throw refusal("selectors", "may have \(limit) patterns, not \(items.count)") }
        var patterns: [String] = []
        for item in items {
            guard case .string(let text) = item, !text.isEmpty, text.utf8.count <= patternBytesLimit else {
                throw refusal("selectors", "must have texts of 1 to \(patternBytesLimit) bytes")
            }
            if !patterns.contains(text) { patterns.append(text) }
        }
        return patterns
    }

    private static func refusal(_ field: String, _ text: String) -> HTTPProblem {
        HTTPProblem(400, "invalidMember", "“\(field)” \(text).", field: field)
    }
}
