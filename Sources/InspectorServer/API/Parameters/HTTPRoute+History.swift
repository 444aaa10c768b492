// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

extension HTTPRoute {
    /// Whether an answer without some of the calls would be wrong, and has no way to say so.
    var needsAllCalls: Bool {
        method == .get
            && (["/api/v1/assert", "/api/v1/export/test"].contains(path) || path.hasPrefix("/api/v1/invocations/"))
    }

    /// The same route for a replayed recording: it fails with 503 if it cannot read a part of the recording, because the
    /// response would be incomplete. What other requests cannot read doesn't matter.
    ///
    /// - Parameter log: Told of each failure; nil for none.
    func tellingFailures(of recorder: Recorder, to log: ReadFailureLog? = nil) -> HTTPRoute {
        var route = self
        route.handler = { call in
            let failures = MetFailures()
            @Sendable func problem() -> HTTPProblem? {
                guard let failure = failures.last else { return nil }
                log?.note(failure, of: recorder)
                return HTTPProblem(unreadable: failure)
            }
            let response: HTTPResponse
            do {
                response = try failures.during { try handler(call) }
            } catch {
                // What can't be read seems not to be there.
                throw problem() ?? error
            }
            guard case .deferred(let work, let kind) = response.body else { return problem()?.response ?? response }
            return .deferred(as: kind) {
                let answer = failures.during(work)
                return problem()?.response ?? answer
            }
        }
        return route
    }
}

extension HTTPProblem {
    /// Part of the recording could not be read.
    init(unreadable failure: HistoryFailure) { self.init(503, "recordingUnreadable", failure.description) }
}
