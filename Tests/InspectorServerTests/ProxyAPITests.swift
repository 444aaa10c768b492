// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import InspectorServer

@Suite struct ProxyAPITests {
    @Test(arguments: Transport.allCases) func showsWhatALiveProxyCanDo(transport: Transport) throws {
        let calls = SampleCalls()
        calls.read(3)
        calls.readUnanswered()
        try withInspector(transport, recorder: calls.recorder) { client in
            let list = try client.get("/api/v1/proxies").json()
            #expect(list["count"]?.number == 1)
            let row = try #require(list["items"]?[0])
            #expect(row["protocol"]?.text == "MeterDelegate")
            #expect(row["owner"]?.text == "Meter")
            #expect(row["target"]?["isAlive"] == .boolean(true))
            #expect(row["isTargetRetained"] == .boolean(true))
            #expect(row["calls"]?.number == 4)
            #expect(row["unanswered"]?.number == 1)
            #expect(row["history"] == nil)
            let requirement = try #require(row["requirements"]?.elements?.first { $0["calls"]?.number == 4 })
            #expect(requirement["selector"]?.text == "meter(_:didRead:)")
            #expect(requirement["unanswered"]?.number == 1)

            #expect(requirement["signature"] == nil)

            let number = try #require(row["id"]?.number)
            let one = try client.get("/api/v1/proxies/\(number)").json()
            let history = try #require(one["history"]?.elements)
            #expect(history.contains { $0["what"]?.text == "targetReplaced" })
            #expect(history.allSatisfy { $0["proxy"]?.number == number && $0["at"]?.text?.hasSuffix("Z") == true })
        }
    }

    @Test func tellsTheSignatureOfWhatWasNeverCalled() throws {
        let recorder = Recorder()
        let proxy = MeterProxy(recorder: recorder, ownerName: "Meter")
        try withInspector(.direct, recorder: recorder) { client in
            let one = try client.get("/api/v1/proxies/\(proxy.number)").json()
            let requirement = try #require(one["requirements"]?.elements?[1])
            #expect(requirement["calls"]?.number == 0)
            #expect(
                requirement["signature"]?.text == "func meter(_ name: String, shouldRepeat value: Int) throws -> Bool"
            )
            #expect(requirement["parameters"]?[0]?["label"] == .null)
            #expect(requirement["parameters"]?[1]?["label"]?.text == "shouldRepeat")
            #expect(requirement["parameters"]?[1]?["name"]?.text == "value")
            #expect(requirement["parameters"]?[1]?["type"]?.text == "Int")
            #expect(requirement["resultType"]?.text == "Bool")
            #expect(one["requirements"]?[0]?["resultType"] == .null)
        }
    }

    @Test func saysWhereAProxyIs() throws {
        let recorder = Recorder()
        var station: Station? = Station()
        let proxy = try StationProxy.proxy(for: #require(station), recorder: recorder)
        let target = StationTarget()
        try withInspector(.direct, recorder: recorder) { client in
            let path = "/api/v1/proxies/\(proxy.number)"
            #expect(try client.get(path).json()["state"]?.text == "installed")
            #expect(try client.get(path).json()["overwrittenBy"] == .null)
            station?.delegate = target
            ProxyWatcher.shared.lookNow(at: proxy.number)
            let overwritten = try client.get(path).json()
            #expect(overwritten["state"]?.text == "overwritten" && overwritten["isInstalled"] == .boolean(false))
            #expect(overwritten["overwrittenBy"]?.text == "StationTarget")
            #expect(overwritten["history"]?.elements?.last?["what"]?.text == "overwritten")
            #expect(overwritten["history"]?.elements?.last?["detail"]?.text == "StationTarget")
            station = nil
            #expect(try client.get("/api/v1/proxies").json()["count"]?.number == 0)
            let gone = try client.get(path)
            #expect(gone.status == 410)
            #expect(try gone.json()["state"]?.text == "ownerGone")
            #expect(try gone.json()["history"]?.elements?.count == 3)
        }
    }

    @Test func keepsTheHistoryOfAProxyThatIsGone() throws {
        let recorder = Recorder()
        var proxy: MeterProxy? = MeterProxy(recorder: recorder, ownerName: "Meter")
        let number = try #require(recorder.proxies.first?.number)
        proxy = nil
        #expect(proxy == nil)
        try withInspector(.direct, recorder: recorder) { client in
            let reply = try client.get("/api/v1/proxies/\(number)")
            #expect(reply.status == 410)
            #expect(try reply.json()["history"]?.elements?.last?["what"]?.text == "gone")
        }
    }

    /// Regression test: events went through a parser that refuses NUL, and became null.
    @Test func keepsTheHistoryOfAProxyWhateverItsOwnerIsCalled() throws {
        let recorder = Recorder()
        var proxy: MeterProxy? = MeterProxy(recorder: recorder, ownerName: "Meter\0")
        let number = try #require(recorder.proxies.first?.number)
        proxy = nil
        #expect(proxy == nil)
        try withInspector(.direct, recorder: recorder) { client in
            let reply = try client.get("/api/v1/proxies/\(number)")
            #expect(reply.status == 410)
            #expect(reply.text.contains(#""owner":"Meter\u0000""#))
            #expect(!reply.text.contains(#""history":[null"#))
        }
    }

    @Test(arguments: [("999999999", 404), ("0", 400), ("-1", 400), ("x", 400)])
    func tellsAnUnknownProxyFromWhatIsNoNumber(id: String, status: Int) throws {
        try withInspector(.direct) { client in
            let reply = try client.get("/api/v1/proxies/\(id)")
            #expect(reply.status == status)
        }
    }
}

private protocol StationDelegate: AnyObject {
    func arrived()
}

private final class StationTarget: StationDelegate {
    func arrived() {}
}

private final class Station: HasDelegate, DelegateProxyOwner {
    let delegateProxies = DelegateProxyStorage()
    weak var delegate: (any StationDelegate)?
}

private final class StationProxy: DelegateProxy<Station, any StationDelegate>, DelegateProxyType, StationDelegate,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.
    private static let arrived = MethodSelector<StationProxy, (), Void>(
        "arrived()",
        of: "StationDelegate",
        parameters: []
    )

    static func registerKnownImplementations() { register { StationProxy(station: $0) } }
    init(station: Station) { super.init(parentObject: station, delegateProxy: StationProxy.self) }
    func arrived() { forward(Self.arrived, ()) { $0.arrived() } }
}
