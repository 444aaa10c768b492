// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import InspectorServer

private protocol BellObserver: AnyObject {
    func bell(_ bell: String, rang times: Int) -> Bool
    var isDeaf: Bool { get }
}

private final class Porter: BellObserver {
    func bell(_ bell: String, rang times: Int) -> Bool { times > 1 }
    var isDeaf: Bool { false }
}

private final class Statue: BellObserver {
    func bell(_ bell: String, rang times: Int) -> Bool { false }
    var isDeaf: Bool { true }
}

protocol BellRope {
    func pull(_ times: Int) -> Int
}

struct Rope<Fibre> {}

extension Rope: BellRope where Fibre: Hashable {
    @inline(never) func pull(_ times: Int) -> Int { times }
}

@Suite(.serialized) struct InterposerAPITests {
    private let recorder = Recorder()
    private let name = "InspectorServerTests.BellObserver"

    @inline(never) @_optimize(none) private func porter() -> any BellObserver { Porter() }

    /// An optimiser removes requirements that nothing calls.
    init() { _ = porter().isDeaf }

    @Test(arguments: Transport.allCases) func switchesAProtocolOnAndOff(transport: Transport) throws {
        try withInspector(transport, recorder: recorder) { client in
            #expect(try client.get("/api/v1/interposers").text == #"{"items":[],"count":0}"#)
            _ = porter().bell("door", rang: 1)

            let reply = try client.post("/api/v1/interposers", #"{"protocols":["\#(name)"],"types":["P*"]}"#)
            #expect(reply.status == 201)
            let made = try reply.json()
            let id = try #require(made["id"]?.number)
            #expect(reply.headers["Location"] == "/api/v1/interposers/\(id)")
            #expect(made["recorded"]?.number == 2 && made["refused"]?.number == 0)
            #expect(made["types"]?.elements?.compactMap(\.text) == ["P*"])
            #expect(try client.get("/api/v1/interposers").json()["items"]?.elements == [made])

            #expect(porter().bell("door", rang: 2))
            recorder.flush()
            let calls = try client.get("/api/v1/invocations?filter=via:interposer").json()["items"]?.elements
            #expect(calls?.count == 1)
            #expect(calls?.first?["selector"]?.text == "bell(_:rang:)")
            #expect(calls?.first?["arguments"]?.elements?.map { $0["value"] } == [.string("door"), .integer(2)])
            #expect(try client.get("/api/v1/invocations?filter=via:proxy").json()["items"]?.elements == [])

            #expect(try client.send("DELETE", "/api/v1/interposers/\(id)").status == 204)
            #expect(try client.send("DELETE", "/api/v1/interposers/\(id)").status == 404)
            _ = porter().bell("door", rang: 3)
            #expect(recorder.status.calls == 1)
        }
    }

    @Test(arguments: Transport.allCases) func listsProtocolsWithWhatCanBeRecorded(transport: Transport) throws {
        try withInspector(transport, recorder: recorder) { client in
            func listed() throws -> JSONValue? {
                try client.get("/api/v1/protocols").json()["items"]?.elements?.first { $0["protocol"]?.text == name }
            }
            let before = try #require(try listed())
            #expect(before["requirements"]?.number == 2 && before["interposed"] == .boolean(false))
            #expect(before["types"]?.elements?.compactMap(\.text) == ["Porter", "Statue"])
            let path = "/api/v1/protocols/\(name)"
            let states = { (json: JSONValue) in
                (json["requirements"]?.elements ?? []).map { requirement in
                    "\(requirement["name"]?.text ?? "") \(requirement["kind"]?.text ?? "") "
                        + (requirement["entries"]?.elements ?? []).compactMap { $0["state"]?.text }.joined(
                            separator: " "
                        )
                }
            }
            #expect(
                states(try client.get(path).json())
                    == ["bell(_:rang:) method available available", "isDeaf.get getter available available"]
            )
            let made = try client.post("/api/v1/interposers", #"{"protocols":["\#(name)"]}"#).json()
            defer { _ = try? client.send("DELETE", "/api/v1/interposers/\(made["id"]?.number ?? 0)") }
            #expect(try listed()?["recorded"]?.number == 4)
            #expect(
                states(try client.get(path).json())
                    == ["bell(_:rang:) method recorded recorded", "isDeaf.get getter recorded recorded"]
            )
            let unknown = try client.get("/api/v1/protocols/InspectorServerTests.BellObservr")
            #expect(unknown.status == 404)
            #expect(try unknown.json()["candidates"]?.elements?.contains(.string(name)) == true)
        }
    }

    @inline(never) @_optimize(none) private func rope() -> any BellRope { Rope<Int>() }

    @Test func aGenericTypeThatWasInUseIsRecordedAndMissesEarlierUses() throws {
        #expect(rope().pull(2) == 2)
        try withInspector(.direct, recorder: recorder) { client in
            let name = "InspectorServerTests.BellRope"
            let made = try client.post("/api/v1/interposers", #"{"protocols":["\#(name)"]}"#).json()
            defer { _ = try? client.send("DELETE", "/api/v1/interposers/\(made["id"]?.number ?? 0)") }
            let requirements = try client.get("/api/v1/protocols/\(name)").json()["requirements"]?.elements
            let entries = requirements?.first?["entries"]?.elements
            #expect(entries?.map { $0["state"]?.text } == ["recorded"])
            #expect(entries?.map { $0["missesEarlier"] } == [.boolean(true)])
        }
    }

    @Test(arguments: [
        ("{}", "invalidBody"), (#"{"protocols":[]}"#, "invalidBody"), (#"{"protocols":"*"}"#, "invalidMember"),
        (#"{"protocols":[1]}"#, "invalidMember"), (#"{"protocols":[""]}"#, "invalidMember"),
        (#"{"protocols":["*"],"depth":1}"#, "unknownMember"), ("[", "malformedJSON"),
    ])
    func refusesABodyThatIsWrong(body: String, code: String) throws {
        try withInspector(.direct, recorder: recorder) { client in
            let reply = try client.post("/api/v1/interposers", body)
            #expect(reply.status == 400)
            #expect(try reply.json()["code"]?.text == code)
            #expect(try client.get("/api/v1/interposers").json()["count"]?.number == 0)
        }
    }

    @Test func namesTheMembersForOneThatIsMistyped() throws {
        try withInspector(.direct, recorder: recorder) { client in
            let problem = try client.post("/api/v1/interposers", #"{"protcols":["*Delegate"]}"#).json()
            #expect(problem["code"]?.text == "unknownMember" && problem["field"]?.text == "protcols")
            let members = "protocols, types, modules, excluded"
            #expect(problem["detail"]?.text == "“protcols” is unknown in this request; its members are \(members).")
        }
    }
}
