// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ProxyCore
import Synchronization
import Testing

@testable import InspectorServer

@Suite struct AssertTests {
    private let calls = SampleCalls()

    @Test(arguments: Transport.allCases) func passesOrRefusesWithWhatWasSeen(transport: Transport) throws {
        calls.read(3)
        _ = calls.ask(-1)
        try withInspector(transport, recorder: calls.recorder) { client in
            let passed = try client.assertion("filter=selector:didRead&count=3")
            #expect(passed.status == 200)
            #expect(try passed.json()["passed"] == .boolean(true))
            #expect(try passed.json()["seen"]?.number == 3)
            #expect(try passed.json()["items"]?.elements?.count == 3)
            let failed = try client.assertion("filter=state:threw&count=%3E=2")
            #expect(failed.status == 409)
            #expect(failed.headers["Content-Type"] == "application/problem+json")
            let problem = try failed.json()
            #expect(problem["code"]?.text == "assertionFailed")
            #expect(problem["expected"]?.text == "at least 2")
            #expect(problem["seen"]?.number == 1)
            #expect(problem["items"]?[0]?["state"]?.text == "threw")
        }
    }

    /// Regression test: each new call let it wait again, also after its time.
    @Test(.timeLimit(.minutes(1))) func itsTimeEndsAlsoWhileCallsGoOn() throws {
        let isOver = Atomic<Bool>(false)
        let calling = DispatchGroup()
        DispatchQueue.global().async(group: calling) { [calls] in
            while !isOver.load(ordering: .relaxed) {
                calls.read(1)
                calls.recorder.flush()
            }
        }
        defer {
            isOver.store(true, ordering: .relaxed)
            calling.wait()
        }
        try withInspector(.direct, recorder: calls.recorder) { client in
            try client.expect(200, "filter=selector:didRead&count=%3C100000000")
            try client.expect(200, "filter=selector:nobody&count=0&within=10ms")
        }
    }

    /// Regression test: items went through a parser that refuses NUL, and vanished.
    @Test(arguments: [("", 200), ("count=0", 409)])
    func showsCallsWhateverTheirValuesAre(query: String, status: Int) throws {
        let recorder = Recorder()
        let proxy = SensorProxy(recorder: recorder, ownerName: "Sensor")
        proxy.sensor("a\0b", didCount: .max)
        recorder.flush()
        try withInspector(.direct, recorder: recorder) { client in
            let reply = try client.assertion(query)
            #expect(reply.status == status)
            #expect(reply.text.contains(#""value":"a\u0000b""#))
            #expect(reply.text.contains(#""value":"18446744073709551615""#))
        }
    }

    /// Regression test: a lower bound was taken for the number.
    @Test(
        arguments: [
            ("count=2", 503), ("count=%3C=5", 503), ("count=%3E=3", 503), ("count=2..4", 503), ("count=%3E=2", 200),
            ("count=%3C2", 409),
        ]
    )
    func answersWhatASearchWithoutAnEndDecides(query: String, status: Int) throws {
        let found = HistoryScan(end: .time, matched: 2, reached: nil, isPartial: false)
        try expect(status, "filter=state:threw&\(query)", after: found)
    }

    @Test(
        arguments: [
            ("filter=state:threw&count=2", 503), ("filter=state:threw&count=%3E=2", 200),
            ("filter=state:threw&count=%3C2", 409), ("filter=-state:threw&count=%3E=2", 503),
            ("filter=-state:threw&count=%3C2", 503),
        ]
    )
    func answersWhatARegularExpressionOutOfStepsDecides(query: String, status: Int) throws {
        try expect(status, query, after: HistoryScan(end: .complete, matched: 2, reached: nil, isPartial: true))
    }

    private func expect(_ status: Int, _ query: String, after found: HistoryScan) throws {
        try withInspector(.direct, recorder: Recorder(replaying: FixedHistory(found))) { client in
            let reply = try client.assertion(query)
            #expect(reply.status == status)
            if status == 503 { #expect(try reply.json()["code"]?.text == "assertionUndecided") }
        }
    }

    @Test func expectsAtLeastOneCallUnlessToldOtherwise() throws {
        try withInspector(.direct, recorder: calls.recorder) { client in
            try client.expect(409, "")
            calls.read(1)
            try client.expect(200, "")
        }
    }

    @Test func waitsUntilEnoughCallsHaveCome() throws {
        try withInspector(.live, recorder: calls.recorder) { client in
            calls.read(1)
            let later = DispatchQueue(label: "later")
            later.async { calls.read(2) }
            try client.expect(200, "count=%3E=3&within=30s")
            later.sync {}
        }
    }

    @Test func refusesAtOnceWhenThereAreTooManyAlready() throws {
        calls.read(3)
        try withInspector(.live, recorder: calls.recorder) { client in
            // A minute exceeds the timeout of the test's client.
            try client.expect(409, "count=%3C3&within=60s")
            try client.expect(409, "count=2&within=60s")
        }
    }

    @Test func watchesTheWholeTimeForAnUpperBound() throws {
        try withInspector(.direct, recorder: calls.recorder) { client in
            let quiet = try client.assertion("count=0&within=30ms")
            #expect(quiet.status == 200)
            #expect(try quiet.json()["waitedNanoseconds"]?.number ?? 0 >= 30_000_000)
        }
    }

    @Test(arguments: [
        "count=x", "count=", "count=%3C0", "count=3..2", "count=-1", "within=61s", "within=2", "within=s",
    ])
    func refusesWhatIsNoCountOrTime(query: String) throws {
        try withInspector(.direct, recorder: calls.recorder) { client in
            let reply = try client.assertion(query)
            #expect(reply.status == 400)
            #expect(try reply.json()["code"]?.text == "invalidParameter")
        }
    }

    @Test(
        arguments: [
            ("3", 3, 3, "exactly 3"), (">=3", 3, nil, "at least 3"), (">3", 4, nil, "at least 4"),
            ("<=3", 0, 3, "at most 3"), ("<3", 0, 2, "at most 2"), ("2..4", 2, 4, "2 to 4"),
            ("== 0", 0, 0, "exactly 0"),
        ] as [(String, Int, Int?, String)]
    )
    func readsCounts(text: String, lowest: Int, highest: Int?, words: String) throws {
        let range = try #require(CountRange(text))
        #expect(range.lowest == lowest)
        #expect(range.highest == highest)
        #expect(range.description == words)
    }

    @Test func letsOnlySoManyWait() {
        let seats = Seats(limit: 2)
        var taken = [seats.take(), seats.take()]
        #expect(taken.allSatisfy { $0 != nil })
        #expect(seats.take() == nil)
        taken.removeLast()
        let third = seats.take()
        #expect(third != nil)
        third?.give()
        third?.give()
        let fourth = seats.take()
        #expect(fourth != nil && seats.take() == nil)
    }
}

/// A history whose searches all end in the same way.
private final class FixedHistory: InvocationHistory {
    private let found: HistoryScan

    init(_ found: HistoryScan) { self.found = found }

    var extent: HistoryExtent { HistoryExtent(epoch: "0badc0de", startedAtNanoseconds: 0) }
    func scan(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan { found }
    func count(_ request: HistoryRequest) -> HistoryScan { found }
    func invocation(seq: UInt64) -> Invocation? { nil }
    var selectors: [SelectorStatistics] { [] }
    var proxies: [RecordedProxy] { [] }
    func selectors(ofRun name: String) -> [RunSelector]? { nil }
    var runs: [RecordedRun] { [] }
}

private protocol SensorDelegate: AnyObject {
    func sensor(_ name: String, didCount value: UInt64)
}

private final class SensorProxy: ProtocolProxy<any SensorDelegate>, SensorDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    private static let didCount = MethodSelector<SensorProxy, (String, UInt64), Void>(
        "sensor(_:didCount:)",
        of: "SensorDelegate",
        parameters: ["name", "value"]
    )

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(didCount)] }

    func sensor(_ name: String, didCount value: UInt64) {
        forward(Self.didCount, (name, value)) { $0.sensor(name, didCount: value) }
    }
}

extension InspectorClient {
    fileprivate func expect(_ status: Int, _ query: String) throws {
        let reply = try assertion(query)
        #expect(reply.status == status, "\(query)")
    }

    fileprivate func assertion(_ query: String) throws -> Reply { try get("/api/v1/assert?\(query)") }
}
