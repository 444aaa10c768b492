// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import InspectorServer

@Suite struct HTTPRouterTests {
    private struct Oops: Error {}

    private let routes = [
        HTTPRoute(
            .get,
            "/api/v1/things",
            parameters: ["limit", "filter"],
            representations: ["application/json", "text/plain"]
        ) {
            call in
            HTTPResponse(mediaType: call.representation, Array((call.parameters["filter"] ?? "-").utf8))
        },
        HTTPRoute(.get, "/api/v1/things/{id}/parts/{n}") { call in
            .json {
                $0.member("id", call.variable("id")); $0.member("n", call.variable("n"))
            }
        },
        HTTPRoute(.patch, "/api/v1/things/{id}", wantsBody: true) { call in
            HTTPResponse(mediaType: "application/json", call.request.body)
        },
        HTTPRoute(.delete, "/api/v1/things") { _ in HTTPResponse(status: 204) },
        HTTPRoute(.get, "/api/v1/failing") { _ in throw Oops() },
        HTTPRoute(.get, "/api/v1/later") { _ in .deferred { HTTPResponse(mediaType: "text/plain", Array("late".utf8)) }
        },
        HTTPRoute(.get, "/api/v1/lines", representations: ["application/x-ndjson"]) { _ in
            HTTPResponse(
                status: 200,
                headers: [("Content-Type", "application/x-ndjson")],
                body: .produced { sink in
                    for index in 0..<1_000 { try sink.write(Array("{\"n\":\(index)}\n".utf8)) }
                }
            )
        },
    ]

    private func withRoutes(_ transport: Transport, _ body: (InspectorClient) throws -> Void) throws {
        try withService(transport, routes: routes, body)
    }

    /// Asserts that a response has the common form of all errors.
    private func expectProblem(_ reply: Reply, _ status: Int, _ code: String) throws -> JSONValue {
        #expect(reply.status == status)
        #expect(reply.headers["Content-Type"] == "application/problem+json")
        let json = try reply.json()
        #expect(json["code"]?.text == code)
        #expect(json["status"]?.number == status)
        #expect(json["title"]?.text?.isEmpty == false)
        #expect(json["detail"]?.text?.isEmpty == false)
        return json
    }

    @Test(arguments: Transport.allCases) func findsRoutesAndTheirVariables(transport: Transport) throws {
        try withRoutes(transport) { client in
            let reply = try client.get("/api/v1/things/a%2Fb%20c/parts/7")
            #expect(reply.text == #"{"id":"a/b c","n":"7"}"#)
            #expect(try client.get("/api/v1/things?filter=x%3Ay+z").text == "x:y z")
        }
    }

    #if DEBUG
    @Test func stopsAtAVariableThatThePathDoesNotHave() async {
        await #expect(processExitsWith: .failure) {
            let request = HTTPRequest(.get, try HTTPTarget(parsing: "/api/v1/things/1"))
            let call = HTTPCall(request: request, variables: ["id": "1"], parameters: [:], representation: "")
            _ = call.variable("ID")
        }
    }
    #endif

    @Test(arguments: Transport.allCases) func answers404ForUnknownPaths(transport: Transport) throws {
        try withRoutes(transport) { client in
            for path in ["/nothing", "/api/v1", "/api/v1/things/1/parts", "/api/v1/things/1/parts/2/3"] {
                _ = try expectProblem(try client.get(path), 404, "notFound")
            }
        }
    }

    @Test(arguments: Transport.allCases) func answers405WithAllow(transport: Transport) throws {
        try withRoutes(transport) { client in
            let reply = try client.send("PUT", "/api/v1/things")
            _ = try expectProblem(reply, 405, "methodNotAllowed")
            #expect(reply.headers["Allow"] == "DELETE, GET, HEAD")
            #expect(try client.send("GET", "/api/v1/things/1").headers["Allow"] == "PATCH")
            #expect(try client.send("OPTIONS", "/api/v1/failing").headers["Allow"] == "GET, HEAD")
        }
    }

    @Test(arguments: Transport.allCases) func answersHEADForEveryGET(transport: Transport) throws {
        try withRoutes(transport) { client in
            for path in ["/api/v1/things", "/api/v1/later", "/api/v1/lines", "/"] {
                let head = try client.send("HEAD", path)
                #expect(head.status == 200)
                #expect(head.text == "")
            }
            #expect(try client.get("/api/v1/later").text == "late")
        }
    }

    @Test(arguments: Transport.allCases) func namesAnUnknownOrRepeatedParameter(transport: Transport) throws {
        try withRoutes(transport) { client in
            let unknown = try expectProblem(try client.get("/api/v1/things?limt=1"), 400, "unknownParameter")
            #expect(unknown["field"]?.text == "limt")
            #expect(unknown["candidates"]?.elements?.compactMap(\.text) == ["limit", "filter"])
            let repeated = try expectProblem(
                try client.get("/api/v1/things?limit=1&limit=2"),
                400,
                "repeatedParameter"
            )
            #expect(repeated["field"]?.text == "limit")
        }
    }

    @Test(arguments: Transport.allCases) func reportsMalformedEscapes(transport: Transport) throws {
        try withRoutes(transport) { client in
            let problem = try expectProblem(try client.get("/api/v1/things?filter=%4"), 400, "malformedEscape")
            #expect(problem["position"]?.number != nil)
        }
    }

    @Test(arguments: Transport.allCases) func negotiatesTheRepresentation(transport: Transport) throws {
        try withRoutes(transport) { client in
            func mediaType(_ accept: String) throws -> String? {
                try client.get("/api/v1/things", headers: [("Accept", accept)]).headers["Content-Type"]
            }
            #expect(try mediaType("*/*") == "application/json")
            #expect(try mediaType("text/*;q=0.9, application/json;q=0.1") == "text/plain")
            let reply = try client.get("/api/v1/things", headers: [("Accept", "image/png, application/json;q=0")])
            _ = try expectProblem(reply, 406, "notAcceptable")
        }
    }

    @Test(arguments: Transport.allCases) func wantsJSONBodies(transport: Transport) throws {
        try withRoutes(transport) { client in
            let json = [("Content-Type", "Application/JSON; charset=utf-8")]
            #expect(try client.send("PATCH", "/api/v1/things/1", headers: json, body: "{}").text == "{}")
            for mediaType in ["text/plain", "application/x-www-form-urlencoded", ""] {
                let headers = [("Content-Type", mediaType)]
                let reply = try client.send("PATCH", "/api/v1/things/1", headers: headers, body: "{}")
                _ = try expectProblem(reply, 415, "unsupportedMediaType")
            }
        }
    }

    @Test(arguments: Transport.allCases) func answers500WhenAHandlerFails(transport: Transport) throws {
        try withRoutes(transport) { client in
            _ = try expectProblem(try client.get("/api/v1/failing"), 500, "internalError")
        }
    }

    @Test(arguments: Transport.allCases) func producesLongBodies(transport: Transport) throws {
        try withRoutes(transport) { client in
            let lines = try client.get("/api/v1/lines").text.split(separator: "\n")
            #expect(lines.count == 1_000)
            #expect(lines.last == #"{"n":999}"#)
        }
    }

    @Test func turnsFaultsOfTheTransportIntoProblems() throws {
        var configuration = InspectorServerConfiguration()
        configuration.bodyLimitBytes = 1_024
        configuration.targetLimitBytes = 256
        try withService(.live, configuration: configuration, routes: routes) { client in
            let headers = [("Content-Type", "application/json")]
            let body = String(repeating: " ", count: 1_025)
            let reply = try client.send("PATCH", "/api/v1/things/1", headers: headers, body: body)
            _ = try expectProblem(reply, 413, "bodyTooLarge")
        }
        try withService(.live, configuration: configuration, routes: routes) { client in
            let reply = try client.get("/" + String(repeating: "a", count: 256))
            _ = try expectProblem(reply, 414, "targetTooLong")
        }
    }

    @Test(arguments: Transport.allCases) func putsTheSecurityHeadersOnEveryAnswer(transport: Transport) throws {
        try withRoutes(transport) { client in
            let replies = [
                try client.get("/"), try client.get("/nothing"), try client.get("/api/v1/things"),
                try client.get("/api/v1/later"), try client.get("/api/v1/failing"),
                try client.get("/", headers: [("Host", "evil.example")]), try client.send("PUT", "/"),
            ]
            for reply in replies {
                for field in HTTPSecurityHeaders.all.fields {
                    #expect(reply.headers.values(field.name) == [field.value], "\(reply.status)")
                }
                #expect(reply.headers["Cache-Control"] != nil)
            }
        }
    }
}
