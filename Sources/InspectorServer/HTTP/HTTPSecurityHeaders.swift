// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The security header fields of every response.
enum HTTPSecurityHeaders {
    /// Allows only resources from this server: no inline scripts or styles, no framing, no form submission.
    static let contentSecurityPolicy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """

    static let all: HTTPHeaders = [
        ("Content-Security-Policy", contentSecurityPolicy),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("X-Frame-Options", "DENY"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// Adds all of them to `response`, and `Cache-Control: no-store` unless the response defines its caching.
    static func add(to response: HTTPResponse) -> HTTPResponse {
        if case .deferred(let work, let kind) = response.body { return .deferred(as: kind) { add(to: work()) } }
        var response = response
        if response.headers["Cache-Control"] == nil { response.headers.add("Cache-Control", "no-store") }
        for field in all.fields { response.headers.add(field.name, field.value) }
        return response
    }
}
