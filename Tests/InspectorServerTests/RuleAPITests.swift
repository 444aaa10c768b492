// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import InspectorServer

@Suite struct RuleAPITests {
    private let downloads = RuledDownloads()

    private func withRules(_ transport: Transport, _ body: (InspectorClient) throws -> Void) throws {
        try withInspector(transport, recorder: downloads.recorder, configuration: .withRules, body)
    }

    // MARK: Rules

    @Test(arguments: Transport.allCases) func rulesAreAddedChangedAndRemoved(transport: Transport) throws {
        try withRules(transport) { client in
            let none = #"{"allowed":true,"items":[],"count":0,"held":0}"#
            #expect(try client.get("/api/v1/rules").text == none)
            let reply = try client.post(
                "/api/v1/rules",
                #"{"filter":"selector:*shouldRetry*","action":"answer","value":true,"limits":{"times":5,"every":1}}"#
            )
            #expect(reply.status == 201 && reply.headers["Location"] == "/api/v1/rules/1", "\(reply.text)")
            let rule = try reply.json()
            #expect(rule["id"]?.number == 1 && rule["point"]?.text == "before" && rule["enabled"] == true)
            #expect(rule["value"] == true && rule["limits"] == ["times": 5, "every": 1])
            #expect(rule["selectors"] == ["DownloaderDelegate.downloader(_:shouldRetryAfter:)"])
            #expect(rule["seen"]?.number == 0 && rule["refused"] == [] && rule["warnings"] == [])
            #expect(rule["text"] == nil && rule["argument"] == nil && rule["allowMainThread"] == nil)

            #expect(downloads.proxy.downloader("a", shouldRetryAfter: 9))
            let call = try #require(try downloads.lastCall(client))
            #expect(call["returnPath"]?.text == "stub" && call["rule"]?.number == 1)
            #expect(try client.get("/api/v1/rules/1").json()["applied"]?.number == 1)

            // A listed rule can be sent back.
            let changed = try client.put(
                "/api/v1/rules/1",
                rule.json.replacing("true,\"limits\"", with: "false,\"limits\"")
            )
            #expect(changed.status == 200, "\(changed.text)")
            #expect(try changed.json()["value"] == false)
            #expect(!downloads.proxy.downloader("a", shouldRetryAfter: 0))

            let list = try client.get("/api/v1/rules").json()
            #expect(list["count"]?.number == 1 && list["items"]?[0]?["id"]?.number == 1)
            #expect(try client.get("/api/v1/status").json()["rules"] == ["allowed": true, "count": 1, "held": 0])
            #expect(try client.send("DELETE", "/api/v1/rules/1").status == 204)
            #expect(try client.send("DELETE", "/api/v1/rules/1").status == 404)
            #expect(downloads.proxy.downloader("a", shouldRetryAfter: 0))
        }
    }

    @Test(arguments: Transport.allCases) func aRuleThatALaterProxyRefusesCanBeSwitchedOff(transport: Transport) throws {
        let recorder = Recorder()
        try withInspector(transport, recorder: recorder, configuration: .withRules) { client in
            let body = #"{"action":"throw","text":"no","filter":"selector:*didReceive*"}"#
            #expect(try client.post("/api/v1/rules", body).status == 201)
            let proxy = DownloaderProxy(recorder: recorder, ownerName: "Downloader")
            try withExtendedLifetime(proxy) {
                let listed = try client.get("/api/v1/rules/1").json()
                #expect(listed["refused"]?.elements?.count == 1 && listed["enabled"] == true)
                let off = listed.json.replacing(#""enabled":true"#, with: #""enabled":false"#)
                let switched = try client.put("/api/v1/rules/1", off)
                #expect(switched.status == 200, "\(switched.text)")
                let rule = try switched.json()
                #expect(rule["enabled"] == false && rule["refused"]?.elements?.count == 1)
                // Nor is it refused as a new rule, such as one of a file; only switched on.
                #expect(try client.post("/api/v1/rules", off).status == 201)
                let on = try client.put("/api/v1/rules/1", listed.json)
                #expect(on.status == 400, "\(on.text)")
                #expect(try on.json()["code"]?.text == "invalidRule")
                #expect(try client.get("/api/v1/rules/1").json()["enabled"] == false)
            }
        }
    }

    @Test(arguments: Transport.allCases) func allRulesAreRemovedAtOnce(transport: Transport) throws {
        try withRules(transport) { client in
            for action in ["mark", "skip"] { _ = try client.post("/api/v1/rules", #"{"action":"\#(action)"}"#) }
            #expect(try client.send("DELETE", "/api/v1/rules").status == 204)
            #expect(try client.get("/api/v1/rules").json()["count"]?.number == 0)
        }
    }

    /// What is sent, and the members that the rule then has.
    @Test(arguments: [
        (#"{"action":"hold"}"#, #"{"action":"hold","deadlineMilliseconds":10000,"allowMainThread":false}"#),
        (#"{"action":"hold","deadlineMilliseconds":100,"allowTaskThreads":true}"#, #"{"deadlineMilliseconds":100}"#),
        (#"{"action":"delay","milliseconds":0.5}"#, #"{"milliseconds":0.5,"allowTaskThreads":false}"#),
        (#"{"action":"delay","milliseconds":6e4,"allowMainThread":true}"#, #"{"milliseconds":60000}"#),
        (#"{"action":"throw","text":"no network"}"#, #"{"action":"throw","text":"no network"}"#),
        (#"{"action":"throw","case":"offline","filter":"size"}"#, #"{"case":"offline","filter":"size"}"#),
        (#"{"action":"edit","argument":"bytes","value":  42 }"#, #"{"argument":"bytes","value":42}"#),
        (#"{"action":"edit","point":"after","value":true,"filter":"shouldRetry"}"#, #"{"argument":"result"}"#),
        (#"{"action":"skip"}"#, #"{"action":"skip","filter":""}"#),
        (#"{"action":"mark","enabled":false,"limits":null}"#, #"{"enabled":false}"#),
        (#"{"action":"comment","text":"a 😀\ud83d\ude00\n"}"#, #"{"text":"a 😀😀\n"}"#),
        (
            #"{"action":"log","text":"","limits":{"connectedOnly":true,"times":null}}"#,
            #"{"limits":{"connectedOnly":true}}"#
        ),
        (
            #"{"action":"mark","limits":{"until":"2026-11-24T13:00:00+01:00"}}"#,
            #"{"limits":{"until":"2026-11-24T12:00:00.000000Z"}}"#
        ),
    ])
    func readsAndWritesEveryAction(body: String, members: String) throws {
        // Without a proxy, no requirement refuses anything.
        try withInspector(.direct, configuration: .withRules) { client in
            let reply = try client.post("/api/v1/rules", body)
            #expect(reply.status == 201, "\(reply.text)")
            let rule = try reply.json()
            let expected = try JSONValue(parsing: Array(members.utf8))
            for key in try #require(expected.keys) { #expect(rule[key] == expected[key], "\(key) of \(reply.text)") }
            let again = try client.put("/api/v1/rules/1", rule.json)
            #expect(again.status == 200 && again.text == reply.text, "\(again.text)")
        }
    }

    @Test func aListedRuleWithManyTermsCanBeSentBack() throws {
        try withInspector(.direct, configuration: .withRules) { client in
            let filter = (100..<400).map { "m:=cell\($0)" }.joined(separator: "|")
            let reply = try client.post("/api/v1/rules", #"{"action":"mark","filter":"\#(filter)"}"#)
            #expect(reply.status == 201, "\(reply.text)")
            let again = try client.put("/api/v1/rules/1", try client.get("/api/v1/rules/1").json().json)
            #expect(again.status == 200 && again.text == reply.text, "\(again.text)")
        }
    }

    @Test func valuesKeepTheirText() throws {
        try withRules(.live) { client in
            let largest = "18446744073709551615"
            let body = #"{"filter":"selector:size*","action":"answer","value": \#(largest)}"#
            let reply = try client.post("/api/v1/rules", body)
            #expect(reply.status == 201 && reply.text.contains(#""value":\#(largest),"#), "\(reply.text)")
            #expect(try downloads.proxy.size(of: 1) == .max)
            let text = #""a\u0000b\ud83d\ude00😀\n""#
            let title = try client.post(
                "/api/v1/rules",
                #"{"filter":"selector:title*","action":"answer","value":\#(text)}"#
            )
            #expect(title.status == 201, "\(title.text)")
            #expect(try downloads.proxy.title(of: "x") == "a\0b😀😀\n")
        }
    }

    // MARK: Refusals

    /// Body, code, member, and position.
    static let refused: [(String, String, String?, Int?)] = [
        ("", "malformedJSON", nil, 0),
        ("{", "malformedJSON", nil, 1),
        (#"{"action":"mark","action":"skip"}"#, "malformedJSON", nil, 17),
        (#"{"action":"answer","value":NaN}"#, "malformedJSON", nil, 27),
        (#"{"action":"answer","value":{"a":1,"a":2}}"#, "malformedJSON", nil, 34),
        (#"{"action":"answer","value":"\ud800"}"#, "malformedJSON", nil, nil),
        (#"["mark"]"#, "invalidBody", nil, nil),
        ("{}", "invalidRule", "action", nil),
        (#"{"action":"wait"}"#, "invalidRule", "action", nil),
        (#"{"action":1}"#, "invalidRule", "action", nil),
        (#"{"action":"mark","colour":"red"}"#, "unknownMember", "colour", nil),
        (#"{"action":"mark","value":1}"#, "invalidRule", "value", nil),
        (#"{"action":"mark","point":"during"}"#, "invalidRule", "point", nil),
        (#"{"action":"mark","enabled":"yes"}"#, "invalidRule", "enabled", nil),
        (#"{"action":"mark","filter":7}"#, "invalidRule", "filter", nil),
        (#"{"action":"mark","filter":"a ("}"#, "invalidFilter", "filter", 3),
        (#"{"action":"mark","limits":[]}"#, "invalidRule", "limits", nil),
        (#"{"action":"mark","limits":{"times":0}}"#, "invalidRule", "limits.times", nil),
        (#"{"action":"mark","limits":{"times":1.5}}"#, "invalidRule", "limits.times", nil),
        (#"{"action":"mark","limits":{"times":"5"}}"#, "invalidRule", "limits.times", nil),
        (#"{"action":"mark","limits":{"every":99999999999999999999}}"#, "invalidRule", "limits.every", nil),
        (#"{"action":"mark","limits":{"until":"tomorrow"}}"#, "invalidRule", "limits.until", nil),
        (#"{"action":"mark","limits":{"until":"9999-01-01T00:00:00Z"}}"#, "invalidRule", "limits.until", nil),
        (#"{"action":"mark","limits":{"often":1}}"#, "unknownMember", "limits.often", nil),
        (#"{"action":"hold","deadlineMilliseconds":99}"#, "invalidRule", "deadlineMilliseconds", nil),
        (#"{"action":"hold","deadlineMilliseconds":1e999}"#, "invalidRule", "deadlineMilliseconds", nil),
        (#"{"action":"hold","deadlineMilliseconds":"10 s"}"#, "invalidRule", "deadlineMilliseconds", nil),
        (#"{"action":"delay"}"#, "invalidRule", "milliseconds", nil),
        (#"{"action":"delay","milliseconds":-1e300}"#, "invalidRule", "milliseconds", nil),
        (#"{"action":"delay","milliseconds":60001}"#, "invalidRule", "milliseconds", nil),
        (#"{"action":"throw"}"#, "invalidRule", "text", nil),
        (#"{"action":"throw","text":"a","case":"b"}"#, "invalidRule", "case", nil),
        (#"{"action":"throw","text":null}"#, "invalidRule", "text", nil),
        (#"{"action":"edit","value":1}"#, "invalidRule", "argument", nil),
        (#"{"action":"edit","argument":"result","value":1}"#, "invalidRule", "point", nil),
        (#"{"action":"skip","point":"after"}"#, "invalidRule", "point", nil),
        (#"{"action":"answer"}"#, "invalidRule", "value", nil),
        (#"{"action":"answer","value":"yes","filter":"selector:*shouldRetry*"}"#, "invalidValue", "value", 0),
        (#"{"action":"answer","value":  1e30,"filter":"selector:size*"}"#, "invalidValue", "value", 0),
        (#"{"action":"answer","value":-1,"filter":"selector:size*"}"#, "invalidValue", "value", 0),
        (#"{"action":"edit","argument":"part","value":256,"filter":"selector:size*"}"#, "invalidValue", "value", 0),
        (#"{"action":"edit","argument":"colour","value":1,"filter":"selector:size*"}"#, "invalidRule", "argument", nil),
        (#"{"action":"throw","case":"tired","filter":"selector:size*"}"#, "invalidValue", "case", nil),
        (#"{"action":"throw","text":"no","filter":"selector:size*"}"#, "invalidRule", "text", nil),
        (#"{"action":"throw","text":"no","filter":"selector:*didReceive*"}"#, "invalidRule", "action", nil),
        (#"{"action":"skip","filter":"selector:size*"}"#, "invalidRule", "action", nil),
    ]

    @Test(arguments: refused) func refusesWhatIsNoRule(
        body: String,
        code: String,
        member: String?,
        position: Int?
    ) throws {
        try withRules(.direct) { client in
            _ = try client.post("/api/v1/rules", #"{"action":"mark"}"#)
            for reply in [try client.post("/api/v1/rules", body), try client.put("/api/v1/rules/1", body)] {
                #expect(reply.status == 400, "\(reply.text)")
                let problem = try reply.json()
                #expect(problem["code"]?.text == code, "\(reply.text)")
                #expect(problem["member"]?.text == member, "\(reply.text)")
                if let position { #expect(problem["position"]?.number == position, "\(reply.text)") }
                #expect(problem["detail"]?.text?.hasSuffix(".") == true, "\(reply.text)")
            }
            let rules = try client.get("/api/v1/rules").json()
            #expect(rules["count"]?.number == 1 && rules["items"]?[0]?["action"]?.text == "mark")
        }
    }

    @Test(arguments: Transport.allCases) func namesWhatCouldBeMeant(transport: Transport) throws {
        try withRules(transport) { client in
            let word = try client.post("/api/v1/rules", #"{"action":"anwser"}"#).json()
            #expect(word["candidates"]?.elements?.count == 9)
            let member = try client.post("/api/v1/rules", #"{"action":"mark","filtr":""}"#).json()
            #expect(member["candidates"]?.elements?.contains("filter") == true)
            let number = try client.post(
                "/api/v1/rules",
                #"{"action":"edit","argument":"part","value":256,"filter":"selector:size*"}"#
            )
            #expect(try number.json()["detail"]?.text?.contains("UInt8") == true, "\(number.text)")
            #expect(try number.json()["detail"]?.text?.contains("255") == true, "\(number.text)")
        }
    }

    @Test(arguments: Transport.allCases) func aMegabyteIsTooLarge(transport: Transport) throws {
        try withRules(transport) { client in
            let text = String(repeating: "x", count: 1 << 20)
            let reply = try client.post("/api/v1/rules", #"{"action":"answer","filter":"title","value":"\#(text)"}"#)
            // Without a transport, only the value has a limit, which is a little lower than the body is long.
            #expect(reply.status == (transport == .live ? 413 : 400), "\(reply.text.prefix(300))")
            let deep = String(repeating: "[", count: 100_000)
            #expect(
                try client.post("/api/v1/rules", #"{"action":"answer","value":\#(deep)"#).status
                    == (transport == .live ? 413 : 400)
            )
            let nested = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
            let values = try client.post("/api/v1/rules", #"{"action":"answer","filter":"title","value":\#(nested)}"#)
            #expect(values.status == 400, "\(values.text)")
            #expect(try client.get("/api/v1/rules").json()["count"]?.number == 0)
        }
    }

    @Test func thereIsALimitOfRules() throws {
        try withInspector(.direct, configuration: .withRules) { client in
            for _ in 0..<RuleBook.countLimit {
                #expect(try client.post("/api/v1/rules", #"{"action":"mark"}"#).status == 201)
            }
            let reply = try client.post("/api/v1/rules", #"{"action":"mark"}"#)
            #expect(reply.status == 409)
            #expect(try reply.json()["code"]?.text == "tooManyRules")
        }
    }

    @Test(arguments: ["0", "-1", "2", "one", "99999999999999999999", "1.0"])
    func unknownNumbersAreNotFound(id: String) throws {
        try withRules(.direct) { client in
            _ = try client.post("/api/v1/rules", #"{"action":"mark"}"#)
            let replies = [
                try client.get("/api/v1/rules/\(id)"), try client.send("DELETE", "/api/v1/rules/\(id)"),
                try client.put("/api/v1/rules/\(id)", #"{"action":"mark"}"#),
            ]
            for reply in replies {
                #expect(reply.status == 404)
                #expect(try reply.json()["code"]?.text == "unknownRule")
            }
        }
    }

    // MARK: Access

    @Test(arguments: Transport.allCases) func rulesAreOffUnlessTheProgramAllowsThem(transport: Transport) throws {
        try withInspector(transport, recorder: downloads.recorder) { client in
            #expect(try client.get("/api/v1/rules").json()["allowed"] == false)
            #expect(try client.get("/api/v1/status").json()["rules"]?["allowed"] == false)
            let refused = [
                try client.post("/api/v1/rules", #"{"action":"mark"}"#), try client.send("DELETE", "/api/v1/rules"),
                try client.put("/api/v1/rules/1", #"{"action":"mark"}"#), try client.send("DELETE", "/api/v1/rules/1"),
                try client.post("/api/v1/held", #"{"action":"continue"}"#),
                try client.post("/api/v1/held/1", #"{"action":"continue"}"#),
            ]
            for reply in refused {
                #expect(reply.status == 403)
                #expect(try reply.json()["code"]?.text == "rulesNotAllowed")
            }
            // Rules of the program itself are shown.
            try downloads.recorder.rules.add(Rule(.mark))
            #expect(try client.get("/api/v1/rules").json()["count"]?.number == 1)
        }
    }

    @Test func otherMachinesNeedATokenToSetRules() throws {
        var configuration = InspectorServerConfiguration.withRules
        let token = try #require(AccessToken("a-token-of-enough-characters"))
        #expect(configuration.permitsRules(with: nil) && configuration.permitsRules(with: token))
        configuration.bindAddress = "0.0.0.0"
        #expect(!configuration.permitsRules(with: nil) && configuration.permitsRules(with: token))
        configuration.allowsRules = false
        #expect(!configuration.permitsRules(with: token))

        configuration.allowsRules = true
        let server = try InspectorServer(recorder: downloads.recorder, configuration: configuration).start()
        defer { server.stop() }
        // Such a server always has one.
        let secret = try #require(server.url.split(separator: "#token=").last.map(String.init))
        let client = InspectorClient(port: server.port)
        let rule = #"{"action":"mark"}"#
        #expect(try client.post("/api/v1/rules", rule).status == 401)
        let headers = [("Content-Type", "application/json"), ("Authorization", "Bearer \(secret)")]
        #expect(try client.send("POST", "/api/v1/rules", headers: headers, body: rule).status == 201)
    }
}
