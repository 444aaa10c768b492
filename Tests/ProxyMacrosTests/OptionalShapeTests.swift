// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Reactive
import Testing

@Suite struct OptionalShapeTests {
    /// Implements only required methods.
    private final class Least: OptionalShapes {
        func must() {}
        func answer() -> Int { 1 }
        func name(of number: Int) -> String? { "\(number)" }
        func names() -> [String] { ["one"] }
    }

    /// Implements everything, partly with empty methods.
    private final class Most: OptionalShapes {
        func must() {}
        func may(_ text: String) {}
        func shouldContinue(after count: Int) -> Bool { false }
        var title: String {
            get { "most" }
            set {}
        }
        subscript(index: Int) -> Int { index }
        func mayLoad() async throws {}
        func answer() -> Int { 1 }
        func name(of number: Int) -> String? { nil }
        func names() -> [String] { [] }
    }

    /// Calls requirements that it does not implement from those that it does.
    private final class Caller: OptionalShapes {
        var other: (any OptionalShapes)?

        func must() {
            may("own")
            other?.may("must")
        }
        func answer() -> Int { shouldContinue(after: 0) ? 1 : 0 }
        func name(of number: Int) -> String? { nil }
        func names() -> [String] { [] }
    }

    private let log = CallLog()

    @Test func letsDelegatesLeaveOutWhatIsOptional() async throws {
        let target: any OptionalShapes = Least()
        target.may("text")
        #expect(target.shouldContinue(after: 1))
        #expect(target.title == "none")
        target.title = "other"
        #expect(target.title == "none")
        #expect(target[3] == 0)
        try await target.mayLoad()
    }

    @Test func answersByDeclarationWhereThereIsNoDelegate() async throws {
        let proxy = OptionalShapesProxy(recorder: log.recorder)
        proxy.must()
        proxy.may("text")
        #expect(proxy.shouldContinue(after: 1))
        #expect(proxy.title == "none")
        #expect(proxy.answer() == 7)
        #expect(proxy.name(of: 1) == nil)
        #expect(proxy.names() == [])
        try await proxy.mayLoad()
        #expect(
            log.calls.map(\.returnPath) == [.none, .none, .default, .default, .default, .default, .default, .none]
        )
    }

    @Test func asksTheDelegateFirst() {
        let proxy = OptionalShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(Least(), retain: true)
        #expect(proxy.answer() == 1)
        #expect(proxy.name(of: 4) == "4")
        #expect(proxy.shouldContinue(after: 1))
        #expect(log.calls.map(\.returnPath) == [.target, .target, .default])
    }

    @Test func saysThatNobodyAnsweredWhereTheDelegateLeavesARequirementOut() async throws {
        let proxy = OptionalShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(Least(), retain: true)
        proxy.must()
        proxy.may("text")
        #expect(proxy.shouldContinue(after: 1))
        #expect(proxy.title == "none")
        proxy.title = "other"
        #expect(proxy[3] == 0)
        try await proxy.mayLoad()
        #expect(log.calls.map(\.returnPath) == [.target, .none, .default, .default, .none, .default, .none])
    }

    @Test func saysThatTheDelegateAnsweredWhereItImplementsAllOfIt() async throws {
        let proxy = OptionalShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(Most(), retain: true)
        proxy.may("text")
        #expect(!proxy.shouldContinue(after: 1))
        #expect(proxy.title == "most")
        proxy.title = "other"
        #expect(proxy[3] == 3)
        try await proxy.mayLoad()
        #expect(log.calls.map(\.returnPath) == Array(repeating: .target, count: 6))
    }

    @Test func respondsToWhatTheDelegateImplements() {
        let proxy = OptionalShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(Least(), retain: true)
        #expect(proxy.responds(to: .must) && proxy.responds(to: .answer))
        #expect(!proxy.responds(to: .may) && !proxy.responds(to: .shouldContinue))
        proxy.setForwardDelegate(Most(), retain: true)
        #expect(proxy.responds(to: .may) && proxy.responds(to: .shouldContinue))
    }

    @Test func aDelegatesCallOfWhatItLeavesOutIsNotTakenForTheCallUnderWay() {
        let proxy = OptionalShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(Caller(), retain: true)
        proxy.must()
        #expect(proxy.answer() == 1)
        #expect(log.calls.map(\.returnPath) == [.target, .target])
    }

    @Test func nestedCallsSayEachForItselfWhoAnswered() {
        let inner = OptionalShapesProxy(recorder: log.recorder)
        inner.setForwardDelegate(Least(), retain: true)
        let outer = OptionalShapesProxy(recorder: log.recorder)
        let caller = Caller()
        caller.other = inner
        outer.setForwardDelegate(caller, retain: true)
        outer.must()
        outer.may("text")
        #expect(log.lines == ["must()", "may(_:) text='must' (none)", "may(_:) text='text' (none)"])
    }

    @Test func aProxyBehindAProxyPassesOnThatNobodyAnswered() {
        let inner = OptionalShapesProxy(recorder: log.recorder)
        inner.setForwardDelegate(Least(), retain: true)
        let outer = OptionalShapesProxy(recorder: log.recorder)
        outer.setForwardDelegate(inner, retain: true)
        outer.may("text")
        outer.must()
        #expect(!outer.responds(to: .may) && outer.responds(to: .must))
        #expect(log.calls.map(\.returnPath) == [.none, .none, .target, .target])
    }

    @Test func observersSeeCallsThatTheDelegateLeavesOut() throws {
        let proxy = OptionalShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(Least(), retain: true)
        var seen: [String] = []
        let observation = proxy.methodInvoked(.may).subscribe(onNext: { seen.append($0) })
        proxy.may("text")
        observation.dispose()
        #expect(seen == ["text"])
        #expect(log.calls.map(\.returnPath) == [.none])
    }

    @Test func listsWhatTheDelegateLeavesOut() throws {
        let proxy = OptionalShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(Least(), retain: true)
        proxy.may("text")
        log.recorder.flush()
        let status = try #require(log.recorder.proxy(number: proxy.number))
        let rows = Dictionary(uniqueKeysWithValues: status.requirements.map { ($0.selector.name, $0) })
        #expect(rows["must()"]?.isImplemented == true)
        for name in ["may(_:)", "shouldContinue(after:)", "title.get", "title.set", "subscript(_:).get"] {
            #expect(rows[name]?.isImplemented == false, "\(name)")
        }
        #expect(rows["may(_:)"]?.unanswered == 1 && rows["may(_:)"]?.responds == false)
    }

    @Test func respondsToWhatIsOptionalWhileItIsObserved() {
        let proxy = OptionalShapesProxy(recorder: log.recorder)
        #expect(!proxy.responds(to: .may))
        let observation = proxy.sentMessage(.may).subscribe()
        #expect(proxy.responds(to: .may))
        observation.dispose()
        #expect(!proxy.responds(to: .may))
    }

    @Test func saysWhatIsOptionalAndWhatIsAnswered() throws {
        let traits = Dictionary(
            uniqueKeysWithValues: OptionalShapesProxy.requirements.map {
                ($0.requirement.selector.name, $0.requirement.traits)
            }
        )
        #expect(traits["must()"] == [])
        #expect(traits["may(_:)"] == [.optional, .reportsDefault, .editable])
        #expect(traits["mayLoad()"] == [.optional, .throwing, .async, .reportsDefault])
        #expect(traits["shouldContinue(after:)"] == [.optional, .reportsDefault, .editable])
        #expect(traits["answer()"] == [])
    }
}
