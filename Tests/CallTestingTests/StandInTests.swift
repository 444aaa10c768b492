// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallTesting
import ProxyCore
import Reactive
import Testing

@Suite(.recorder) struct StandInTests {
    private struct Expected: Error {}

    @Test func answersAreGivenAndTakenBack() throws {
        let delegate = StandIn(FeedProxy())
        #expect(try !delegate.proxy.feed("news", shouldRetry: 1))
        let first = delegate.answer(FeedProxy.Selectors.shouldRetry) { _, attempt in attempt < 3 }
        #expect(try delegate.proxy.feed("news", shouldRetry: 2))
        let second = delegate.answer(FeedProxy.Selectors.shouldRetry) { _, _ in throw Expected() }
        #expect(throws: Expected.self) { try delegate.proxy.feed("news", shouldRetry: 2) }
        second.dispose()
        #expect(try !delegate.proxy.feed("news", shouldRetry: 3))
        first.dispose()
        expectCalls("path:handler", count: 3)
    }

    @Test func anAsyncRequirementIsAnsweredByAClosureThatSuspends() async throws {
        let delegate = StandIn(FeedProxy())
        delegate.answer(FeedProxy.Selectors.load) { name, page in
            await Task.yield()
            guard page < 3 else { throw Expected() }
            return ["\(name) \(page)"]
        }
        #expect(try await delegate.proxy.feed("news", load: 1) == ["news 1"])
        await #expect(throws: Expected.self) { try await delegate.proxy.feed("news", load: 3) }
        expectCalls("selector:*load path:handler", count: 2)
    }

    @Test func aStrictOneFailsTheTestWhereItWasMade() throws {
        var line = 0
        let found = failures {
            withRecorder { _ in
                line = #line + 1
                let delegate = StandIn(FeedProxy(), .strict)
                delegate.answer(FeedProxy.Selectors.didReceive) { _, _ in }
                delegate.proxy.feed("news", didReceive: 1)
                delegate.proxy.feedDidEnd()
            }
        }
        #expect(found.map(\.text) == ["The stand-in has no answer to 1 call:\n  #2 feedDidEnd()"])
        #expect(found.first?.sourceLocation?.line == line)
    }

    /// Regression test: no unanswered call was found among the calls that were left.
    @Test func aStrictOneFailsIfCallsAreGoneThatMayHaveHadNoAnswer() {
        var configuration = RecorderConfiguration.test
        configuration.storedCountLimit = 50
        let found = failures {
            withRecorder(configuration) { _ in
                let delegate = StandIn(FeedProxy(), .strict)
                delegate.answer(FeedProxy.Selectors.didReceive) { _, _ in }
                delegate.proxy.feedDidEnd()
                for number in 1...2_000 { delegate.proxy.feed("news", didReceive: number) }
            }
        }
        #expect(found.count == 1)
        let text = found.first?.text ?? ""
        #expect(text.hasPrefix("Expected no call without an answer, but "), "\(text)")
        #expect(
            text.hasSuffix(
                "in the record. Give withRecorder a configuration with a larger storedBytesLimit and storedCountLimit."
            ),
            "\(text)"
        )
    }

    @Test func argumentsAreCapturedWithTheirTypes() {
        let delegate = StandIn(FeedProxy())
        delegate.proxy.feed("before", didReceive: 0)
        let received = delegate.calls(of: FeedProxy.Selectors.didReceive)
        delegate.proxy.feed("news", didReceive: 1)
        delegate.proxy.feed("sports", didReceive: 2)
        #expect(received.count == 2)
        #expect(received.arguments.map(\.0) == ["news", "sports"] && received.arguments.map(\.1) == [1, 2])
    }
}
