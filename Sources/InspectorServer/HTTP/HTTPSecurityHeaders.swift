// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The header fields that stand on every answer.
enum HTTPSecurityHeaders {
    /// Nothing but what this server serves: no inline script or style, no frame around the page, no form.
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

    /// `response` with all of them, and with `Cache-Control: no-store` unless it says how it may be kept.
    static func add(to response: HTTPResponse) -> HTTPResponse {
        if case .deferred(let work) = response.body { return .deferred { add(to: work()) } }
        var response = response
        if response.headers["Cache-Control"] == nil { response.headers.add("Cache-Control", "no-store") }
        for field in all.fields { response.headers.add(field.name, field.value) }
        return response
    }
}
