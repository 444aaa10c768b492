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
            @Sendable func complete(_ answer: HTTPResponse) -> HTTPResponse {
                problem()?.response ?? answer.tellingFailures { log?.note($0, of: recorder) }
            }
            guard case .deferred(let work, let kind) = response.body else { return complete(response) }
            return .deferred(as: kind) { complete(failures.during(work)) }
        }
        return route
    }
}

extension HTTPResponse {
    /// The same response. If its content is produced later, `note` is told what could not be read then; the connection is
    /// cut off as before.
    fileprivate func tellingFailures(to note: @escaping @Sendable (HistoryFailure) -> Void) -> HTTPResponse {
        guard case .produced(let produce) = body else { return self }
        var response = self
        response.body = .produced { sink in
            do {
                try produce(sink)
            } catch {
                if let failure = error as? HistoryFailure { note(failure) }
                throw error
            }
        }
        return response
    }
}

extension HTTPProblem {
    /// Part of the recording could not be read.
    init(unreadable failure: HistoryFailure) { self.init(503, "recordingUnreadable", failure.description) }
}
