// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Access control: pure functions of a request and these settings.
///
/// Prevents DNS rebinding by checking `Host`, requests by other pages in the same browser by checking `Origin` and
/// `Sec-Fetch-Site`, and access by other people by requiring the token.
struct HTTPSecurity: Sendable {
    /// Allowed values of `Host`: `host:port` in lower case.
    let hosts: Set<String>
    /// Allowed values of `Origin`: `scheme://host:port` in lower case.
    let origins: Set<String>
    /// Those of them that are not the server's own, whose pages need permission to read its responses.
    let foreignOrigins: Set<String>
    let token: AccessToken?
    /// The server's port, if it listens on all addresses of the machine: each of them is a name of the server, also one
    /// that the machine gets later, or that a router in front of it has.
    private let portOfAnyAddress: UInt16?

    /// - Parameters:
    ///   - address: The bound address, numeric.
    ///   - names: Additional host names; with a port only if it differs from the server's.
    ///   - origins: Additional origins whose pages may send requests.
    init(address: String, port: UInt16, names: [String], origins: [String], token: AccessToken?) {
        let bound = Self.spellings(of: address)
        let names = ["localhost", "127.0.0.1", "[::1]"] + (bound + names).map { $0.lowercased() }
        var hosts: Set<String> = []
        var proxied: [(host: String, scheme: String)] = []
        for name in names {
            let isPlain = name.hasSuffix("]") || !name.contains(":")
            hosts.insert(isPlain ? "\(name):\(port)" : name)
            // Clients omit the default port, also that of a proxy in front of the server.
            if isPlain && port == 80 { hosts.insert(name) }
            for (suffix, scheme) in [(":80", "http"), (":443", "https")] where !isPlain && name.hasSuffix(suffix) {
                proxied.append((String(name.dropLast(suffix.count)), scheme))
            }
        }
        self.hosts = hosts.union(proxied.map(\.host))
        portOfAnyAddress = Self.isAnyAddress(address) ? port : nil
        foreignOrigins = Set(origins.map { $0.lowercased() })
        let ownOrigins = hosts.map { "http://\($0)" } + proxied.map { "\($0.scheme)://\($0.host)" }
        self.origins = foreignOrigins.union(ownOrigins)
        self.token = token
    }

    private static func isAnyAddress(_ address: String) -> Bool {
        var bytes = in6_addr()
        let size = inet_pton(AF_INET, address, &bytes) == 1 ? 4 : inet_pton(AF_INET6, address, &bytes) == 1 ? 16 : 0
        return size > 0 && withUnsafeBytes(of: bytes) { $0.prefix(size).allSatisfy { $0 == 0 } }
    }

    /// The configured address, and its canonical form, which browsers send: `FE80:0::1` is `[fe80::1]` in `Host`.
    ///
    /// - SeeAlso: RFC 5952, "A Recommendation for IPv6 Address Text Representation".
    private static func spellings(of address: String) -> [String] {
        guard address.contains(":") else { return [address] }
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return ["[\(address)]"] }
        let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            inet_ntop(AF_INET6, &bytes, text.baseAddress!, socklen_t(text.count)).map { String(cString: $0) }
        }
        let canonical = text ?? address
        return [address, canonical, withoutDots(canonical, bytes)].map { "[\($0)]" }
    }

    /// The address as browsers send it: `::ffff:127.0.0.1` is `[::ffff:7f00:1]` in `Host`.
    ///
    /// - SeeAlso: WHATWG URL, 3.5 "Host serializing".
    private static func withoutDots(_ address: String, _ bytes: in6_addr) -> String {
        guard address.contains("."), let colon = address.lastIndex(of: ":") else { return address }
        let last = withUnsafeBytes(of: bytes) { Array($0.suffix(4)).map(UInt16.init) }
        let pieces = [last[0] << 8 | last[1], last[2] << 8 | last[3]].map { String($0, radix: 16) }
        return address[...colon] + pieces.joined(separator: ":")
    }

    /// Why a request is refused regardless of its target, or nil.
    func judgeSender(_ request: HTTPRequest) -> HTTPProblem? { judgeHost(request) ?? judgeOrigin(request) }

    /// Why a request for more than the page's files is refused, or nil: the token is missing.
    ///
    /// The token is sent in a header field, which pages of other origins cannot add. A cookie would be sent to every
    /// port of the machine, including servers of other users.
    ///
    /// - SeeAlso: RFC 6265, 8.5 "Weak Confidentiality": cookies do not provide isolation by port.
    func judgeToken(_ request: HTTPRequest) -> HTTPProblem? {
        guard let token, !presents(token, request) else { return nil }
        return HTTPProblem(
            401,
            "tokenRequired",
            "Open the URL that the server printed when it started, or send “Authorization: Bearer <token>”.",
            headers: ["WWW-Authenticate": "Bearer"]
        )
    }

    private func judgeHost(_ request: HTTPRequest) -> HTTPProblem? {
        let values = request.headers.values("Host")
        // The host of a target in absolute form replaces `Host`, which HTTP/1.0 does not need: RFC 9112, 3.2.2.
        guard values.count <= 1, let host = request.authority ?? values.first else { return HTTPProblem(.host) }
        if isOwn(host.lowercased()) { return nil }
        return HTTPProblem(
            421,
            "hostNotAllowed",
            "“\(host)” is not a host name of this server. Use its address, or add the name to “hostNames” in Swift.",
            field: "Host"
        )
    }

    /// Whether a host, in lower case, is this server's.
    private func isOwn(_ host: String) -> Bool {
        if hosts.contains(host) { return true }
        guard let port = portOfAnyAddress else { return false }
        // Only names can be rebound. A page that came from an address of another machine has that in its `Host`, and
        // sends it there.
        let suffix = ":\(port)"
        let address = host.hasSuffix(suffix) ? host.dropLast(suffix.count) : port == 80 ? host[...] : ""
        var bytes = in6_addr()
        guard address.hasPrefix("["), address.hasSuffix("]") else {
            return inet_pton(AF_INET, String(address), &bytes) == 1
        }
        return inet_pton(AF_INET6, String(address.dropFirst().dropLast()), &bytes) == 1
    }

    /// Whether an origin, in lower case, is that of a request's own target.
    private func isSame(_ origin: String, _ request: HTTPRequest) -> Bool {
        guard portOfAnyAddress != nil, let host = request.authority ?? request.headers["Host"] else { return false }
        return origin == "http://" + host.lowercased()
    }

    private func judgeOrigin(_ request: HTTPRequest) -> HTTPProblem? {
        for origin in request.headers.values("Origin").map({ $0.lowercased() }) {
            if origins.contains(origin) || isSame(origin, request) { continue }
            return HTTPProblem(403, "originNotAllowed", "Requests from this origin are not allowed.", field: "Origin")
        }
        // Links on other sites may open the page, but neither the API nor the metrics.
        let isNavigation = request.method.isSafe && !["api", "metrics"].contains(request.target.segments.first)
        let sites = request.headers.values("Sec-Fetch-Site").map { $0.lowercased() }
        let hasOrigin = request.headers["Origin"] != nil
        for site in sites where site != "same-origin" && site != "none" {
            // The check above has already accepted this origin.
            if isNavigation || hasOrigin { continue }
            return HTTPProblem(403, "crossSite", "Requests from other sites are not allowed.", field: "Sec-Fetch-Site")
        }
        return nil
    }

    // MARK: - Token

    private func presents(_ token: AccessToken, _ request: HTTPRequest) -> Bool {
        guard let credentials = request.headers["Authorization"] else { return false }
        let parts = credentials.split(separator: " ", maxSplits: 1)
        return parts.count == 2 && parts[0].lowercased() == "bearer" && token.matches(parts[1])
    }
}
