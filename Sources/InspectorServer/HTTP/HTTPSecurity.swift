// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Who may ask for what: one pure function of a request and these settings.
///
/// Against DNS rebinding: the `Host` must be one of ours. Against other pages in the same browser: `Origin` and
/// `Sec-Fetch-Site`. Against other people: the token.
struct HTTPSecurity: Sendable {
    /// What to do with a request.
    enum Verdict: Sendable {
        case allowed
        /// The token came in the address of the page: put it into a cookie and go on without it.
        case handOver(HTTPResponse)
        case refused(HTTPProblem)
    }

    /// `host:port` in lower case, as it may stand in `Host`.
    let hosts: Set<String>
    /// `scheme://host:port` in lower case, as it may stand in `Origin`.
    let origins: Set<String>
    let token: AccessToken?
    let cookieName: String

    /// - Parameters:
    ///   - address: The address that is bound, as numbers.
    ///   - names: Further names that lead here; without a port, or with one when it is not ours.
    ///   - origins: Further origins whose pages may ask.
    init(address: String, port: UInt16, names: [String], origins: [String], token: AccessToken?) {
        let bound = address.contains(":") ? "[\(address)]" : address
        let names = ["localhost", "127.0.0.1", "[::1]", bound] + names.map { $0.lowercased() }
        var hosts: Set<String> = []
        for name in names {
            let isPlain = name.hasSuffix("]") || !name.contains(":")
            hosts.insert(isPlain ? "\(name):\(port)" : name)
            // A client leaves the default port out.
            if isPlain && port == 80 { hosts.insert(name) }
        }
        self.hosts = hosts
        self.origins = Set(hosts.map { "http://\($0)" } + origins.map { $0.lowercased() })
        self.token = token
        cookieName = "inspector-\(port)"
    }

    /// Judges a request.
    func judge(_ request: HTTPRequest) -> Verdict {
        if let problem = judgeHost(request) ?? judgeOrigin(request) { return .refused(problem) }
        guard let token else { return .allowed }
        if let given = handedOver(request), token.matches(given) { return .handOver(handOver(token)) }
        if presents(token, request) { return .allowed }
        return .refused(
            HTTPProblem(
                401,
                "tokenRequired",
                "Open the address that the server printed at its start, or send “Authorization: Bearer <token>”.",
                headers: ["WWW-Authenticate": "Bearer"]
            )
        )
    }

    private func judgeHost(_ request: HTTPRequest) -> HTTPProblem? {
        let values = request.headers.values("Host")
        if values.count == 1, hosts.contains(values[0].lowercased()) { return nil }
        return HTTPProblem(
            421,
            "hostNotAllowed",
            "The Host header names no host that this server answers for.",
            field: "Host"
        )
    }

    private func judgeOrigin(_ request: HTTPRequest) -> HTTPProblem? {
        for origin in request.headers.values("Origin") where !origins.contains(origin.lowercased()) {
            return HTTPProblem(403, "originNotAllowed", "Pages of this origin may not ask.", field: "Origin")
        }
        // A link on another site may lead a person to the page, but nothing else.
        let isNavigation = request.method.isSafe && request.target.segments.first != "api"
        let sites = request.headers.values("Sec-Fetch-Site").map { $0.lowercased() }
        let hasOrigin = request.headers["Origin"] != nil
        for site in sites where site != "same-origin" && site != "none" {
            // An origin that is on the list has been let in above.
            if isNavigation || hasOrigin { continue }
            return HTTPProblem(403, "crossSite", "Pages of other sites may not ask.", field: "Sec-Fetch-Site")
        }
        return nil
    }

    // MARK: - Token

    private func presents(_ token: AccessToken, _ request: HTTPRequest) -> Bool {
        if let credentials = request.headers["Authorization"] {
            let parts = credentials.split(separator: " ", maxSplits: 1)
            return parts.count == 2 && parts[0].lowercased() == "bearer" && token.matches(parts[1])
        }
        return request.headers.values("Cookie").flatMap { $0.split(separator: ";") }.contains { pair in
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && parts[0] == cookieName && token.matches(parts[1])
        }
    }

    /// The token of the query, which is looked at on the page's own address only.
    private func handedOver(_ request: HTTPRequest) -> String? {
        guard request.method == .get, request.target.segments.isEmpty else { return nil }
        return request.target.query.first { $0.name == "token" }?.value
    }

    private func handOver(_ token: AccessToken) -> HTTPResponse {
        let cookie = "\(cookieName)=\(token.text); Path=/; HttpOnly; SameSite=Strict"
        return HTTPResponse(status: 303, headers: [("Location", "/"), ("Set-Cookie", cookie)])
    }
}
