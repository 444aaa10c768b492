// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// An error response, sent as `application/problem+json`.
///
/// - SeeAlso: RFC 9457, "Problem Details for HTTP APIs".
struct HTTPProblem: Error, Sendable, Hashable {
    static let mediaType = "application/problem+json"

    let status: Int
    /// Stable, machine-readable name.
    let code: String
    /// One sentence that explains the problem with this request.
    let detail: String
    /// The query parameter or body member that caused the problem.
    var field: String?
    /// 0-based position in that field's text: in UTF-16 code units of a filter, in bytes of a target or a body.
    var position: Int?
    /// Valid alternatives.
    var candidates: [String] = []
    /// Header fields required by the status.
    var headers: [String: String] = [:]
    /// Members that only this kind of problem has (RFC 9457, 3.2 "Extension Members").
    var extensions: [JSONValue.Member] = []

    init(
        _ status: Int,
        _ code: String,
        _ detail: String,
        field: String? = nil,
        position: Int? = nil,
        candidates: [String] = [],
        headers: [String: String] = [:]
    ) {
        self.status = status
        self.code = code
        self.detail = detail
        self.field = field
        self.position = position
        self.candidates = candidates
        self.headers = headers
    }

    /// The answer until the server is set up.
    static let starting = HTTPProblem(503, "starting", "The server is starting.", headers: ["Retry-After": "1"])

    /// The title, which depends only on the status.
    var title: String { Self.titles[status] ?? "Error" }

    private static let titles = [
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        406: "Not Acceptable", 409: "Conflict", 410: "Gone", 413: "Content Too Large", 414: "URI Too Long",
        415: "Unsupported Media Type", 416: "Range Not Satisfiable", 421: "Misdirected Request",
        422: "Unprocessable Content", 431: "Request Header Fields Too Large", 500: "Internal Server Error",
        501: "Not Implemented", 503: "Service Unavailable",
    ]

    /// The problem as a response.
    var response: HTTPResponse { response(adding: { _ in }) }

    /// The problem as a response with more members, which `body` writes.
    func response(adding body: (inout JSONWriter) -> Void) -> HTTPResponse {
        var response = HTTPResponse.json(status: status, mediaType: Self.mediaType) { json in
            json.member("type", "about:blank")
            json.member("title", title)
            json.member("status", status)
            json.member("code", code)
            json.member("detail", detail)
            if let field { json.member("field", field) }
            if let position { json.member("position", position) }
            if !candidates.isEmpty { json.member("candidates", candidates) }
            for member in extensions { member.write(to: &json) }
            body(&json)
        }
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { response.headers.add(name, value) }
        return response
    }
}

extension HTTPProblem {
    /// The problem for a method that a path does not support.
    init(allowing methods: [String]) {
        let list = methods.joined(separator: ", ")
        let detail = "This path supports \(list)."
        self.init(405, "methodNotAllowed", detail, candidates: methods, headers: ["Allow": list])
    }

    /// The problem for a fault found by the transport.
    init(_ fault: HTTPFault) {
        switch fault {
        case .escape(let offset):
            self.init(400, "malformedEscape", "A percent escape of the request target is malformed.", position: offset)
        case .targetTooLong:
            self.init(414, "targetTooLong", "The request target is too long.")
        case .headersTooLarge:
            self.init(431, "headersTooLarge", "The header section is too large.")
        case .bodyTooLarge:
            self.init(413, "bodyTooLarge", "The body is too large.")
        case .framing:
            self.init(400, "ambiguousFraming", "The length of the body can be read in more than one way.")
        case .transferCoding:
            self.init(501, "transferCodingUnsupported", "The only transfer coding understood is chunked.")
        case .syntax:
            self.init(400, "malformedRequest", "The request line or a header field is malformed.")
        case .host:
            self.init(400, "hostRequired", "A request has exactly one Host header.", field: "Host")
        case .outOfMemory:
            self.init(503, "outOfMemory", "There is not enough memory to serve the request.")
        }
    }
}
