// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ProxyCore

/// `GET /api/v1/stream`: Server-Sent Events.
enum StreamEndpoint {
    /// How long a client still counts after its stream has ended: the page closes one to open another with a new filter,
    /// another page may take over, and a page that is loaded again opens its stream after some seconds.
    private static let disconnectionDelay = DispatchTimeInterval.seconds(5)

    /// - Parameter allowsRules: Whether clients may decide about held calls: others don't count as being there for it.
    static func route(
        _ recorder: Recorder,
        allowsRules: Bool,
        views: EventViews,
        daemon: @escaping @Sendable () -> HTTPDaemon?
    ) -> HTTPRoute {
        HTTPRoute(
            .get,
            "/api/v1/stream",
            parameters: ["holds", "lastEventId"] + StreamRequest.parameters,
            representations: ["text/event-stream"]
        ) { call in
            let request = try StreamRequest(call)
            let holds = try call.truth("holds") ?? false && allowsRules
            let range = StoredRange(recorder)
            let point = try ResumePoint(
                header: call.request.headers["Last-Event-ID"],
                parameter: call.parameters["lastEventId"],
                epoch: recorder.epoch,
                newest: range.end
            )
            guard let daemon = daemon() else { throw HTTPProblem.starting }
            var headers = point.headers(in: range, recorder)
            headers.add("Content-Type", "text/event-stream")
            headers.add("Cache-Control", "no-store")
            headers.add("X-Accel-Buffering", "no")
            let body = HTTPResponse.Body.events { stream in
                if holds {
                    let rules = recorder.rules
                    rules.connect()
                    stream.onEnd {
                        let last = rules.lastHeld
                        DispatchQueue.global().asyncAfter(deadline: .now() + disconnectionDelay) {
                            rules.disconnect(heldUntil: last)
                        }
                    }
                }
                try views.open(stream, request, from: point, on: daemon)
            }
            return HTTPResponse(status: 200, headers: headers, body: body)
        }
    }
}
