// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

extension HTTPRoute {
    /// Whether an answer without some of the calls would be wrong, and has no way to say so.
    var needsAllCalls: Bool {
        method == .get
            && (["/api/v1/assert", "/api/v1/export/test"].contains(path) || path.hasPrefix("/api/v1/invocations/"))
    }

    /// The same route for a replayed recording: it fails with 503 if part of the recording cannot be read, because the
    /// response would be incomplete.
    func tellingFailures(of recorder: Recorder) -> HTTPRoute {
        var route = self
        route.handler = { call in
            let before = recorder.historyFailure
            let response: HTTPResponse
            do {
                response = try handler(call)
            } catch {
                // What can't be read seems not to be there.
                throw Self.problem(since: before, of: recorder) ?? error
            }
            guard case .deferred(let work, let kind) = response.body else {
                return Self.problem(since: before, of: recorder)?.response ?? response
            }
            return .deferred(as: kind) {
                let before = recorder.historyFailure
                let answer = work()
                return Self.problem(since: before, of: recorder)?.response ?? answer
            }
        }
        return route
    }

    /// What could not be read since a moment; nil if nothing failed.
    private static func problem(since before: HistoryFailure?, of recorder: Recorder) -> HTTPProblem? {
        guard let failure = recorder.historyFailure, failure != before else { return nil }
        return HTTPProblem(unreadable: failure)
    }
}

extension HTTPProblem {
    /// Part of the recording could not be read.
    init(unreadable failure: HistoryFailure) { self.init(503, "recordingUnreadable", failure.description) }
}
