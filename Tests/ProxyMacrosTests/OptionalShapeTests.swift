// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Reactive
import Testing

@Suite struct OptionalShapeTests {
    /// Implements what it must and nothing else.
    private final class Least: OptionalShapes {
        func must() {}
        func answer() -> Int { 1 }
        func name(of number: Int) -> String? { "\(number)" }
        func names() -> [String] { ["one"] }
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
        #expect(log.calls.map(\.returnPath) == [.target, .target, .target])
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
        #expect(traits["may(_:)"] == .optional)
        #expect(traits["mayLoad()"] == [.optional, .throwing, .async])
        #expect(traits["shouldContinue(after:)"] == .optional)
        #expect(traits["answer()"] == [])
    }
}
