// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Reactive
import Testing

/// A requirement with a result, and nothing that provides one.
@Suite struct UnansweredTests {
    @Test func theProgramStopsWithTheRequirementAndTheThreeWaysToAnswerIt() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = OracleProxy().answer(to: "why")
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("OracleDelegate.answer(to:) has to return a value"))
        #expect(message.contains("Set a forward delegate"))
        #expect(message.contains("install a handler"))
        #expect(message.contains("declare a default"))
    }

    @Test func aHandlerIsEnough() {
        let proxy = OracleProxy()
        let handler = proxy.handle(OracleProxy.selector) { $0.count }
        #expect(proxy.answer(to: "why") == 3)
        handler.dispose()
    }
}

private protocol OracleDelegate: AnyObject {
    func answer(to question: String) -> Int
}

private final class OracleProxy: ProtocolProxy<any OracleDelegate>, OracleDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let selector = MethodSelector<OracleProxy, String, Int>(
        "answer(to:)",
        of: "OracleDelegate",
        parameter: "question",
        traits: .needsAnswer
    )

    func answer(to question: String) -> Int { forward(Self.selector, question) { $0.answer(to: question) } }
}
