// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import InspectorServer

@Suite struct HTTPSecurityTests {
    private let token = AccessToken("0123456789abcdef0123456789abcdef")!

    private func security(
        address: String = "127.0.0.1",
        port: UInt16 = 8080,
        names: [String] = [],
        origins: [String] = [],
        token: AccessToken? = nil
    ) -> HTTPSecurity {
        HTTPSecurity(address: address, port: port, names: names, origins: origins, token: token)
    }

    /// The code of the refusal, or nil if the request is accepted.
    private func judge(
        _ security: HTTPSecurity,
        _ method: HTTPMethod = .get,
        _ target: String = "/api/v1/status",
        _ headers: HTTPHeaders = []
    ) throws -> String? {
        var headers = headers
        if headers["Host"] == nil { headers.add("Host", "127.0.0.1:8080") }
        let request = HTTPRequest(method, try HTTPTarget(parsing: target), headers: headers)
        return (security.judgeSender(request) ?? security.judgeToken(request))?.code
    }

    @Test(arguments: ["localhost:8080", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080"])
    func knowsItsOwnNames(host: String) throws {
        #expect(try judge(security(), .get, "/", [("Host", host)]) == nil)
    }

    @Test(arguments: [
        "localhost", "localhost:8081", "evil.example:8080", "127.0.0.1.evil.example:8080",
        "localhost:8080.evil.example",
        "", "localhost:8080, localhost:8080", "[::1]",
    ])
    func refusesOtherHostsAgainstDNSRebinding(host: String) throws {
        #expect(try judge(security(), .get, "/", [("Host", host)]) == "hostNotAllowed")
    }

    @Test func refusesTwoHosts() throws {
        let headers: HTTPHeaders = [("Host", "127.0.0.1:8080"), ("Host", "127.0.0.1:8080")]
        #expect(try judge(security(), .get, "/", headers) == "hostRequired")
    }

    @Test(arguments: ["FE80:0::1", "fe80::1", "FE80::0001"])
    func knowsItsAddressAsBrowsersWriteIt(address: String) throws {
        #expect(try judge(security(address: address), .get, "/", [("Host", "[fe80::1]:8080")]) == nil)
        #expect(try judge(security(address: address), .get, "/", [("Host", "[\(address)]:8080")]) == nil)
    }

    @Test(arguments: [
        ("::ffff:127.0.0.1", "[::ffff:7f00:1]"), ("::FFFF:7F00:1", "[::ffff:7f00:1]"), ("::1.2.3.4", "[::102:304]"),
    ]) func knowsAnAddressWithDotsAsBrowsersWriteIt(address: String, host: String) throws {
        #expect(try judge(security(address: address), .get, "/", [("Host", "\(host):8080")]) == nil)
    }

    /// Regression test: a server on all addresses of a machine was found at none of them by other machines.
    @Test(arguments: ["0.0.0.0", "::", "0:0::0"]) func isFoundAtEachAddressOfItsMachine(address: String) throws {
        let security = security(address: address)
        for host in ["192.0.2.7:8080", "[2001:db8::7]:8080", "[FE80::1]:8080"] {
            #expect(try judge(security, .get, "/", [("Host", host)]) == nil)
            let own: HTTPHeaders = [("Host", host), ("Origin", "http://\(host)")]
            #expect(try judge(security, .patch, "/api/v1/recorder", own) == nil)
        }
        let others = [
            "192.0.2.7", "192.0.2.7:8081", "evil.example:8080", "192.0.2.7.evil.example:8080", "192.0.2:8080", ":8080",
            "3221225991:8080", "[192.0.2.7]:8080", "2001:db8::7:8080", "[]:8080", "[2001:db8::7]x:8080",
        ]
        for host in others { #expect(try judge(security, .get, "/", [("Host", host)]) == "hostNotAllowed") }
        for origin in ["http://192.0.2.8:8080", "https://192.0.2.7:8080", "http://192.0.2.7", "null"] {
            let foreign: HTTPHeaders = [("Host", "192.0.2.7:8080"), ("Origin", origin)]
            #expect(try judge(security, .patch, "/api/v1/recorder", foreign) == "originNotAllowed")
        }
        #expect(try judge(self.security(), .get, "/", [("Host", "192.0.2.7:8080")]) == "hostNotAllowed")
    }

    @Test(arguments: Transport.allCases) func wantsOneHost(transport: Transport) throws {
        try withService(transport, routes: []) { client in
            let reply = try client.get("/", headers: [("Host", "127.0.0.1:\(client.port)"), ("Host", "localhost")])
            #expect(reply.status == 400)
            #expect(try reply.json()["code"]?.text == "hostRequired")
        }
    }

    @Test func takesTheHostOfATargetInAbsoluteForm() throws {
        try withService(.live, routes: []) { client in
            let own = "http://127.0.0.1:\(client.port)"
            for target in ["\(own)/index.html", "\(own)/", own] {
                let reply = try client.get(target, headers: [("Host", "evil.example")])
                #expect(reply.status == 200, "\(target)")
            }
            let others = ["evil.example", "", "127.0.0.1:1", "x@127.0.0.1:\(client.port)"].map { "http://\($0)/" }
            for target in others {
                #expect(try client.get(target).status == 421, "\(target)")
            }
        }
    }

    @Test func knowsConfiguredNamesAndTheDefaultPort() throws {
        let named = security(names: ["inspector.test", "proxy.test:443"])
        #expect(try judge(named, .get, "/", [("Host", "inspector.test:8080")]) == nil)
        #expect(try judge(named, .get, "/", [("Host", "proxy.test:443")]) == nil)
        #expect(try judge(named, .get, "/", [("Host", "inspector.test")]) == "hostNotAllowed")
        #expect(try judge(security(port: 80), .get, "/", [("Host", "localhost")]) == nil)
        #expect(try judge(security(address: "::1"), .get, "/", [("Host", "[::1]:8080")]) == nil)
        #expect(try judge(security(address: "192.0.2.7"), .get, "/", [("Host", "192.0.2.7:8080")]) == nil)
    }

    /// Regression test: a proxy with TLS passed on hosts and origins as browsers send them, without the port.
    @Test func knowsItselfBehindAProxy() throws {
        let named = security(names: ["Proxy.test:443", "plain.test:80"])
        for (host, origin) in [("proxy.test", "https://proxy.test"), ("plain.test", "http://plain.test")] {
            let headers: HTTPHeaders = [("Host", host), ("Origin", origin), ("Sec-Fetch-Site", "same-origin")]
            #expect(try judge(named, .patch, "/api/v1/recorder", headers) == nil)
        }
        for origin in ["http://proxy.test", "https://plain.test", "https://other.test", "https://proxy.test:8443"] {
            #expect(try judge(named, .get, "/", [("Origin", origin)]) == "originNotAllowed")
        }
        #expect(try judge(named, .get, "/", [("Host", "proxy.test:8080")]) == "hostNotAllowed")
    }

    @Test func refusesForeignOriginsEverywhere() throws {
        for origin in ["http://evil.example", "null", "https://127.0.0.1:8080", "http://localhost:3000"] {
            for (method, target) in [(HTTPMethod.get, "/api/v1/stream"), (.patch, "/api/v1/recorder"), (.get, "/")] {
                #expect(try judge(security(), method, target, [("Origin", origin)]) == "originNotAllowed")
            }
        }
        #expect(try judge(security(), .patch, "/api/v1/recorder", [("Origin", "http://localhost:8080")]) == nil)
        let open = security(origins: ["https://dashboard.test"])
        let headers: HTTPHeaders = [("Origin", "https://dashboard.test"), ("Sec-Fetch-Site", "cross-site")]
        #expect(try judge(open, .get, "/api/v1/stream", headers) == nil)
    }

    /// Regression test: browsers let no page of a configured origin send a change, or read any response.
    @Test(arguments: Transport.allCases) func sharesResponsesWithConfiguredOrigins(transport: Transport) throws {
        var configuration = InspectorServerConfiguration()
        configuration.origins = ["https://dashboard.test"]
        configuration.token = token
        let deferred = HTTPRoute(.get, "/api/v1/slow") { _ in HTTPResponse(mediaType: "text/plain", [0x61]) }
        try withService(transport, configuration: configuration, routes: [deferred.deferred(as: .bounded)]) { client in
            let origin = ("Origin", "https://dashboard.test")
            let asked = try client.send(
                "OPTIONS",
                "/api/v1/slow",
                headers: [origin, ("Access-Control-Request-Method", "PATCH")]
            )
            #expect(asked.status == 204)
            #expect(asked.headers["Access-Control-Allow-Origin"] == "https://dashboard.test")
            #expect(asked.headers["Access-Control-Allow-Methods"]?.contains("PATCH") == true)
            let allowed = asked.headers["Access-Control-Allow-Headers"]?.split(separator: ", ") ?? []
            // Agents have to send those of MCP.
            #expect(Set(allowed).isSuperset(of: ["Authorization", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"]))
            let bearer = ("Authorization", "Bearer \(token.text)")
            for (headers, status) in [([origin, bearer], 200), ([origin], 401)] {
                let reply = try client.get("/api/v1/slow", headers: headers)
                #expect(reply.status == status)
                #expect(reply.headers["Access-Control-Allow-Origin"] == "https://dashboard.test")
            }
            let own = try client.get("/api/v1/slow", headers: [bearer])
            #expect(own.headers["Access-Control-Allow-Origin"] == nil)
            #expect(own.headers["Vary"] == "Origin")
            let evil = [("Origin", "https://evil.test"), ("Access-Control-Request-Method", "PATCH")]
            let refused = try client.send("OPTIONS", "/api/v1/slow", headers: evil)
            #expect(refused.status == 403)
            #expect(refused.headers["Access-Control-Allow-Origin"] == nil)
        }
    }

    @Test func refusesCrossSiteFetchesButNotNavigation() throws {
        for site in ["cross-site", "same-site", "Cross-Site"] {
            #expect(try judge(security(), .get, "/api/v1/status", [("Sec-Fetch-Site", site)]) == "crossSite")
            #expect(try judge(security(), .patch, "/", [("Sec-Fetch-Site", site)]) == "crossSite")
            #expect(try judge(security(), .get, "/", [("Sec-Fetch-Site", site)]) == nil)
        }
        for site in ["same-origin", "none"] {
            #expect(try judge(security(), .patch, "/api/v1/recorder", [("Sec-Fetch-Site", site)]) == nil)
        }
    }

    @Test func wantsTheTokenEverywhere() throws {
        let closed = security(token: token)
        for (method, target) in [(HTTPMethod.get, "/"), (.get, "/healthz"), (.patch, "/api/v1/recorder")] {
            #expect(try judge(closed, method, target) == "tokenRequired")
        }
        let wrong = "0123456789abcdef0123456789abcdeF"
        for credentials in ["Bearer \(wrong)", "Bearer", "Bearer ", "Basic \(token.text)", token.text, ""] {
            #expect(try judge(closed, .get, "/", [("Authorization", credentials)]) == "tokenRequired")
        }
    }

    /// Cookies are sent to every port of a host: another user's server would get the token.
    @Test func acceptsTheTokenInAHeaderOnly() throws {
        let closed = security(token: token)
        let bearer: HTTPHeaders = [("Authorization", "bearer \(token.text)")]
        #expect(try judge(closed, .patch, "/api/v1/recorder", bearer) == nil)
        for cookie in ["inspector-8080=\(token.text)", "token=\(token.text)", token.text] {
            #expect(try judge(closed, .get, "/api/v1/stream", [("Cookie", cookie)]) == "tokenRequired")
        }
        for target in ["/?token=\(token.text)", "//?token=\(token.text)", "/api/v1/status?token=\(token.text)"] {
            #expect(try judge(closed, .get, target) == "tokenRequired")
        }
    }

    @Test(arguments: Transport.allCases) func givesThePageToEverybodyAndSetsNoCookie(transport: Transport) throws {
        var configuration = InspectorServerConfiguration()
        configuration.token = token
        try withService(transport, configuration: configuration, routes: []) { client in
            for target in ["/", "/?token=\(token.text)", "/app.js", "/openapi.json"] {
                let reply = try client.get(target)
                #expect(reply.status == 200)
                #expect(reply.headers["Set-Cookie"] == nil)
                #expect(!reply.text.contains(token.text))
            }
            let refused = try client.get("/healthz")
            #expect(refused.status == 401)
            #expect(refused.headers["WWW-Authenticate"] == "Bearer")
            #expect(refused.headers["Set-Cookie"] == nil)
            #expect(!refused.text.contains(token.text))
            #expect(try client.get("/", headers: [("Host", "evil.example")]).status == 421)
            #expect(try client.get("/", headers: [("Origin", "http://evil.example")]).status == 403)
        }
    }

    @Test func comparesTokensOfAnyLength() {
        #expect(token.matches(token.text))
        for candidate in ["", "0", String(token.text.dropLast()), token.text + "0", token.text + token.text] {
            #expect(!token.matches(candidate))
        }
        #expect(AccessToken("short") == nil)
        #expect(AccessToken("0123456789abcdef0123456789abcde;") == nil)
        #expect(AccessToken.random().text.utf8.count == 32)
        #expect(AccessToken.random().text != AccessToken.random().text)
        #expect(!"\(token)".contains(token.text))
    }

    @Test func makesATokenWhereOthersCanAsk() throws {
        var configuration = InspectorServerConfiguration()
        #expect(try configuration.effectiveToken == nil)
        configuration.bindAddress = "::1"
        #expect(try configuration.effectiveToken == nil)
        configuration.bindAddress = "0.0.0.0"
        #expect(try configuration.effectiveToken != nil)
    }
}
