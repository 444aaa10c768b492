// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

/// Forward delegates of a class and of its subclass, behind proxies of one type; see docs/reports/ported-scenarios.md.
@Suite(.leavesNothing) struct InheritedTargetScenarioTests {
    private let first = Token()
    private let second = Token()

    @Test("testBaseClass_subClass_dont_interact_for_optimized_version_void")
    func noArgumentsAreAnEmptyList() throws {
        try check("ping()", expects: [], heard: "ping") { $0.ping() }
    }

    @Test("testBaseClass_subClass_dont_interact_for_optimized_version_id_id")
    func twoObjectsComeInOrder() throws {
        try check("pair(_:_:)", expects: [first, second], heard: "pair") { $0.pair(first, second) }
    }

    @Test("testBaseClass_subClass_dont_interact_for_optimized_version_int_base_implements")
    func whatOnlyTheSuperclassImplementsIsForwardedToBoth() throws {
        try check("number(_:)", expects: [Int32(3)], heard: "number") { $0.number(3) }
    }

    /// Observes one requirement of four proxies, over targets of the subclass, the class, and again, and calls each.
    private func check(
        _ name: String,
        expects arguments: [Any],
        heard: String,
        _ call: (any PingDelegate) -> Void
    ) throws {
        for target in [DerivedPingTarget(), PingTarget(), DerivedPingTarget(), PingTarget()] {
            let proxy = PingProxy(recorder: Recorder())
            proxy.setForwardDelegate(target, retain: true)
            var stages: [String] = []
            target.onCall = { stages.append($0) }
            let observed = { (stage: String, seen: [Any]) in
                #expect(describe(seen) == describe(arguments))
                stages.append(stage)
            }
            let before = try proxy.sentMessage(name).subscribe(onNext: { observed("before", $0) })
            let after = try proxy.methodInvoked(name).subscribe(onNext: { observed("after", $0) })
            call(proxy)
            let derived = target is DerivedPingTarget && heard != "number"
            #expect(stages == ["before"] + (derived ? ["derived \(heard)"] : []) + [heard, "after"])
            before.dispose()
            after.dispose()
        }
    }

    private func describe(_ values: [Any]) -> [String] { values.map(AllTypesScenarioTests.describe) }
}

private final class Token {}

private protocol PingDelegate: AnyObject {
    func ping()
    func pair(_ first: AnyObject, _ second: AnyObject)
    func number(_ number: Int32)
}

private class PingTarget: PingDelegate {
    var onCall: (String) -> Void = { _ in }

    func ping() { onCall("ping") }
    func pair(_ first: AnyObject, _ second: AnyObject) { onCall("pair") }
    func number(_ number: Int32) { onCall("number") }
}

/// Overrides all but the last.
private final class DerivedPingTarget: PingTarget {
    override func ping() {
        onCall("derived ping")
        super.ping()
    }

    override func pair(_ first: AnyObject, _ second: AnyObject) {
        onCall("derived pair")
        super.pair(first, second)
    }
}

private final class PingProxy: ProtocolProxy<any PingDelegate>, PingDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    private static let ping = MethodSelector<PingProxy, (), Void>("ping()", of: "PingDelegate", parameters: [])
    private static let pair = MethodSelector<PingProxy, (AnyObject, AnyObject), Void>(
        "pair(_:_:)",
        of: "PingDelegate",
        parameters: ["first", "second"]
    )
    private static let number = MethodSelector<PingProxy, Int32, Void>(
        "number(_:)",
        of: "PingDelegate",
        parameter: "number"
    )

    override class var requirements: [AnyMethodSelector] {
        [AnyMethodSelector(ping), AnyMethodSelector(pair), AnyMethodSelector(number)]
    }

    func ping() { forward(Self.ping, ()) { $0.ping() } }
    func pair(_ first: AnyObject, _ second: AnyObject) {
        forward(Self.pair, (first, second)) { $0.pair(first, second) }
    }
    func number(_ number: Int32) { forward(Self.number, number) { $0.number(number) } }
}
