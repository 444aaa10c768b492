// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// One row of the route table: every property of a route besides its handler's effect.
struct HTTPRoute: Sendable {
    typealias Handler = @Sendable (HTTPCall) throws -> HTTPResponse

    let method: HTTPMethod
    /// The path; each part in braces matches any one segment: `/api/v1/invocations/{id}`.
    let path: String
    /// Names of the supported query parameters; each may be given once.
    let parameters: [String]
    /// Supported media types of the response, in order of preference.
    let representations: [String]
    /// Whether the route requires a JSON body.
    let wantsBody: Bool
    var handler: Handler
    /// How the handler runs on another thread, because it can take longer than a few milliseconds; nil on the server's.
    private(set) var deferral: BackgroundWork?
    let pattern: [Piece]

    /// A part of the path.
    enum Piece: Sendable, Hashable {
        case literal(String)
        case variable(String)
    }

    init(
        _ method: HTTPMethod,
        _ path: String,
        parameters: [String] = [],
        representations: [String] = ["application/json"],
        wantsBody: Bool = false,
        handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.parameters = parameters
        self.representations = representations
        self.wantsBody = wantsBody
        self.handler = handler
        pattern = path.split(separator: "/").map { part in
            part.hasPrefix("{") ? .variable(String(part.dropFirst().dropLast())) : .literal(String(part))
        }
    }

    /// The same route with its handler on another thread.
    func deferred(as kind: BackgroundWork) -> HTTPRoute {
        var route = self
        route.deferral = kind
        return route
    }

    /// The values of the path variables if `segments` match the path; otherwise nil.
    func match(_ segments: [String]) -> [String: String]? {
        guard segments.count == pattern.count else { return nil }
        var values: [String: String] = [:]
        for (piece, segment) in zip(pattern, segments) {
            switch piece {
            case .literal(let text): guard text == segment else { return nil }
            case .variable(let name): values[name] = segment
            }
        }
        return values
    }
}
