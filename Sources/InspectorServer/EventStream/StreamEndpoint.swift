// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// `GET /api/v1/stream`: Server-Sent Events.
enum StreamEndpoint {
    static func route(_ recorder: Recorder, hub: EventHub, daemon: @escaping @Sendable () -> HTTPDaemon?) -> HTTPRoute {
        HTTPRoute(
            .get,
            "/api/v1/stream",
            parameters: ["lastEventId"],
            representations: ["text/event-stream"]
        ) { call in
            let point = try ResumePoint(
                header: call.request.headers["Last-Event-ID"],
                parameter: call.parameters["lastEventId"],
                epoch: recorder.epoch,
                newest: recorder.status.lastPosition
            )
            guard let daemon = daemon() else {
                throw HTTPProblem(503, "starting", "The server is starting.", headers: ["Retry-After": "1"])
            }
            let headers: HTTPHeaders = [
                ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
            ]
            return HTTPResponse(
                status: 200,
                headers: headers,
                body: .events { try hub.open($0, from: point, on: daemon) }
            )
        }
    }
}
