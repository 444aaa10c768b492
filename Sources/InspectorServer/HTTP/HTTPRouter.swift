// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Finds the route of a request and performs the checks common to all routes. A pure function of the request, except
/// for the effects of handlers.
struct HTTPRouter: Sendable {
    let routes: [HTTPRoute]

    /// Responds to a request that passed the security checks.
    func respond(to request: HTTPRequest) -> HTTPResponse {
        Self.answer {
            if let fault = request.fault { throw HTTPProblem(fault) }
            let (route, variables) = try find(request)
            let call = HTTPCall(
                request: request,
                variables: variables,
                parameters: try parameters(of: request, for: route),
                representation: try representation(of: request, for: route)
            )
            if route.wantsBody { try checkBody(of: request) }
            guard let kind = route.deferral else { return try route.handler(call) }
            return .deferred(as: kind) { Self.answer { try route.handler(call) } }
        }
    }

    /// The response, or the problem that was thrown.
    private static func answer(_ work: () throws -> HTTPResponse) -> HTTPResponse {
        do {
            return try work()
        } catch let problem as HTTPProblem {
            return problem.response
        } catch {
            return HTTPProblem(500, "internalError", "The request failed: \(error).").response
        }
    }

    /// The methods supported by a path, for `Allow`.
    private func methods(for segments: [String]) -> [String] {
        let methods = Set(routes.filter { $0.match(segments) != nil }.map(\.method))
        let all = methods.contains(.get) ? methods.union([.head]) : methods
        return all.map(\.name).sorted()
    }

    private func find(_ request: HTTPRequest) throws(HTTPProblem) -> (HTTPRoute, [String: String]) {
        let wanted = request.method == .head ? .get : request.method
        for route in routes where route.method == wanted {
            if let variables = route.match(request.target.segments) { return (route, variables) }
        }
        let allowed = methods(for: request.target.segments)
        guard !allowed.isEmpty else { throw HTTPProblem(404, "notFound", "There is nothing at this path.") }
        throw HTTPProblem(allowing: allowed)
    }

    private func parameters(of request: HTTPRequest, for route: HTTPRoute) throws(HTTPProblem) -> [String: String] {
        var values: [String: String] = [:]
        for item in request.target.query {
            guard route.parameters.contains(item.name) else {
                throw HTTPProblem(
                    400,
                    "unknownParameter",
                    "The query parameter “\(item.name)” is unknown for this path.",
                    field: item.name,
                    candidates: route.parameters
                )
            }
            guard values.updateValue(item.value, forKey: item.name) == nil else {
                throw HTTPProblem(
                    400,
                    "repeatedParameter",
                    "The query parameter “\(item.name)” is given more than once.",
                    field: item.name
                )
            }
        }
        return values
    }

    private func representation(of request: HTTPRequest, for route: HTTPRoute) throws(HTTPProblem) -> String {
        let ranges = MediaRange.parse(request.headers.values("Accept"))
        if let chosen = MediaRange.choose(from: route.representations, for: ranges) { return chosen }
        throw HTTPProblem(
            406,
            "notAcceptable",
            "The response is available as \(route.representations.joined(separator: ", ")).",
            candidates: route.representations
        )
    }

    private func checkBody(of request: HTTPRequest) throws(HTTPProblem) {
        let mediaType = request.headers["Content-Type"]?.split(separator: ";").first ?? ""
        guard mediaType.filter({ $0 != " " }).lowercased() == "application/json" else {
            throw HTTPProblem(
                415,
                "unsupportedMediaType",
                "The body must be application/json.",
                candidates: ["application/json"],
                headers: ["Accept": "application/json"]
            )
        }
    }
}
