// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Lets the pages of the configured origins send all requests, and read the responses.
///
/// - SeeAlso: WHATWG Fetch, 3.3 "CORS protocol".
extension HTTPSecurity {
    /// Header fields of requests that pages of other origins may set, beyond those that all may.
    private static let requestFields =
        "Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name"
    /// Header fields of responses that they may read, beyond those that all may.
    private static let responseFields =
        "Content-Disposition, ETag, Inspector-Missed, Inspector-Resume-From, Inspector-Total-Bytes, Retry-After"

    /// The answer to the question of a browser whether a page may send a request; nil if the request is no such
    /// question. It comes without a token.
    func answerPreflight(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.fault == nil, request.method.name == "OPTIONS", sharingOrigin(of: request) != nil,
            request.headers["Access-Control-Request-Method"] != nil
        else { return nil }
        return HTTPResponse(
            status: 204,
            headers: [
                ("Access-Control-Allow-Methods", "DELETE, GET, HEAD, PATCH, POST, PUT"),
                ("Access-Control-Allow-Headers", Self.requestFields), ("Access-Control-Max-Age", "600"),
            ]
        )
    }

    /// Adds the permission to read a response, if the request comes from a page of a configured origin.
    func share(_ response: HTTPResponse, with request: HTTPRequest) -> HTTPResponse {
        guard !foreignOrigins.isEmpty else { return response }
        var response = response
        if case .deferred(let work, let kind) = response.body {
            // Its own fields are those of a refusal in its place.
            response.body = .deferred({ share(work(), with: request) }, as: kind)
        }
        // A cache must not give a response to a page for which it was not made.
        let varying = response.adding("Vary", "Origin")
        guard let origin = sharingOrigin(of: request) else { return varying }
        return varying.adding("Access-Control-Allow-Origin", origin)
            .adding("Access-Control-Expose-Headers", Self.responseFields)
    }

    /// The permission of a response, for one that takes its place.
    static func sharing(in response: HTTPResponse) -> [(name: String, value: String)] {
        response.headers.fields
            .filter { $0.name == "Vary" || $0.name.hasPrefix("Access-Control-") }
            .map { ($0.name, $0.value) }
    }

    /// The configured origin of a request as the browser spells it, nil for all others.
    private func sharingOrigin(of request: HTTPRequest) -> String? {
        request.headers["Origin"].flatMap { foreignOrigins.contains($0.lowercased()) ? $0 : nil }
    }
}
