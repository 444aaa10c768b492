// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import CallTesting

@Suite(.recorder) struct ExpectationTests {
    private let proxy = FeedProxy()

    @Test func callsThatPassAreCountedAndReturnedInTheirOrder() {
        for number in 1...5 { proxy.feed("news", didReceive: number) }
        #expect(expectCalls("selector:*didReceive* arg.number:>3", count: 2).map(\.seq) == [4, 5])
        expectCalls("selector:*didReceive*", count: 4...)
        expectCalls(count: 5...6)
        expectCalls("arg.number:9", count: ...2)
        expectNoCalls("arg.number:9")
    }

    @Test func aFailureIsAtTheLineOfTheExpectation() throws {
        var line = 0
        let found = failures {
            line = #line + 1
            expectCalls("selector:feedDidEnd*")
        }
        let place = try #require(found.first?.sourceLocation)
        #expect(place.line == line && place.fileID.hasSuffix("ExpectationTests.swift"))
    }

    @Test func aFailureTellsWhatWasExpectedWhatWasSeenAndWhichTermFailed() {
        proxy.feed("news", didReceive: 2)
        proxy.feed("news", didReceive: 7)
        let found = failures { expectCalls("selector:*didReceive arg.number:>3", count: 2...) }
        #expect(
            found.map(\.text) == [
                """
                Expected at least 2 calls whose selector ends with “didReceive” and whose argument number is more \
                than 3, but there was 1.
                  #2 feed(_: "news", didReceive: 7)
                Nearest:
                  #1 feed(_: "news", didReceive: 2)
                    fails arg.number:>3
                Nobody answered 2 calls:
                  #1 feed(_: "news", didReceive: 2)
                  #2 feed(_: "news", didReceive: 7)
                """
            ]
        )
    }

    @Test func aFailureTellsWhatBecameOfAClosure() {
        let loader = LoaderProxy()
        // Keeps the closure, which nobody else does.
        let kept = loader.calls(of: LoaderProxy.Selectors.load)
        loader.load("news") { _ in }
        let text = failures { expectCalls("selector:load* completion:never") }.first?.text ?? ""
        #expect(text.contains(" (completion:pending)\n    fails completion:never"), "\(text)")
        withExtendedLifetime(kept) {}
    }

    @Test func withoutANearCallTheMethodsThatWereCalledAreTold() {
        proxy.feed("news", didReceive: 2)
        proxy.feed("news", didReceive: 3)
        proxy.feedDidEnd()
        let text = failures { expectCalls("selector:shouldRetry") }.first?.text ?? ""
        #expect(text.contains("Recorded were feed(_:didReceive:) (2), feedDidEnd()."))
        let nothing = failures { _ = withRecorder { _ in expectCalls("selector:x") } }
        #expect(nothing.first?.text.hasSuffix("Nothing was recorded.") == true)
    }

    @Test func whereCallsWereRecordedNoFailureSaysThatThereWereNone() {
        proxy.feed("news", didReceive: 2)
        let few = failures { expectCalls("selector:feed*", count: 2) }.first?.text
        #expect(few?.contains("but there was 1.\n  #1 feed(_: \"news\", didReceive: 2)\nNobody answered") == true)
        let next = failures { expectOrder(["selector:feed*", "selector:x"]) }.first?.text
        #expect(next?.contains("After\n  #1 feed(_: \"news\", didReceive: 2)\nNobody answered") == true)
    }

    @Test func tooManyCallsAreShown() {
        for number in 1...8 { proxy.feed("news", didReceive: number) }
        let text = failures { expectNoCalls("selector:=feed(_:didReceive:)") }.first?.text ?? ""
        let words = "Expected no calls whose selector is “feed(_:didReceive:)”, but there were 8."
        #expect(text.hasPrefix("\(words)\n  #1 feed("))
        #expect(text.contains("… and 3 more"))
    }

    @Test func aFilterThatIsNoneFailsTheTest() {
        let text = failures { expectCalls("selecto:feed") }.first?.text ?? ""
        #expect(text.hasPrefix("This is no filter: "))
        #expect(text.contains("selecto"))
    }

    @Test func orderIsThatOfTheBeginnings() {
        proxy.feed("news", didReceive: 1)
        proxy.feedDidEnd()
        expectOrder(["selector:*didReceive*", "selector:feedDidEnd*"])
        let text = failures { expectOrder(["selector:feedDidEnd*", "selector:*didReceive*"]) }.first?.text ?? ""
        #expect(text.contains("as number 2 of 2, but there was none."))
        #expect(text.contains("There is one, but too early:\n  #1 feed("))
    }

    @Test func callsBesidesThoseThatAreExpectedFail() {
        proxy.feed("news", didReceive: 1)
        proxy.feedDidEnd()
        expectOnly("selector:*didReceive*", "selector:feedDidEnd*")
        let text = failures { expectOnly("selector:*didReceive*") }.first?.text ?? ""
        #expect(text.contains("but there were others:\n  #2 feedDidEnd()"))
    }

    @Test func callsOfTheFutureAreWaitedFor() async {
        let proxy = self.proxy
        let task = Task {
            for number in 1...3 {
                await Task.yield()
                proxy.feed("news", didReceive: number)
            }
        }
        await expectCalls("selector:*didReceive*", count: 3, within: .seconds(600))
        await expectOrder(["arg.number:1", "arg.number:3"], within: .seconds(600))
        await task.value
    }

    @Test func waitingEndsWithTheTime() async {
        let found = await failures { await expectCalls("selector:feedDidEnd*", within: .milliseconds(20)) }
        #expect(found.first?.text.hasPrefix("Within 0.02 seconds: Expected at least 1 call whose") == true)
    }

    @Test func aCallThatMustNotComeEndsTheWaiting() async {
        let proxy = self.proxy
        let found = await failures {
            let task = Task { proxy.feedDidEnd() }
            await expectNoCalls("selector:feedDidEnd*", for: .seconds(600))
            await task.value
        }
        #expect(found.count == 1)
        await expectNoCalls("selector:*didReceive*", for: .milliseconds(20))
    }

    // MARK: The last moment

    private var check: ExpectationCheck {
        let place = TestPlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
        return ExpectationCheck(recorder: .current, place: place)
    }

    /// Regression test: nothing looked at the calls once more when the time ended, and a record may come 50 ms late.
    @Test func aForbiddenCallOfTheLastMomentIsSeen() async throws {
        let proxy = self.proxy
        let expectation = Expectation.count(try InvocationFilter("selector:feedDidEnd*"), 0...0)
        let found = await failures {
            await check.holds(expectation, isolation: nil) { _ in
                proxy.feedDidEnd()
                return false
            }
        }
        #expect(found.count == 1 && found.first?.text.hasPrefix("Expected no calls") == true)
    }

    /// Regression test: the last look was one before the time ended.
    @Test func anExpectedCallOfTheLastMomentIsInTime() async throws {
        let proxy = self.proxy
        let expectation = Expectation.count(try InvocationFilter("selector:feedDidEnd*"), 1...Int.max)
        let calls = await check.calls(expectation, within: .seconds(1), isolation: nil) { _ in
            proxy.feedDidEnd()
            return false
        }
        #expect(calls.count == 1)
    }

    // MARK: Regular expressions that run out of steps

    /// Of a long name, it runs out of steps; of a short one, it does not.
    private static let expression = "arg.name:/a.{0,1000}error/"
    private static let longName = String(repeating: "a", count: 2_000) + "error"

    private func expectDoubt(_ starts: [String], in found: [Issue]) {
        #expect(found.count == starts.count, "\(found.map(\.text))")
        for (issue, start) in zip(found, starts) {
            #expect(issue.text.hasPrefix(start), "\(issue.text)")
            let reason = "but a regular expression ran out of steps for 1 call. Simplify it, or use a pattern with *."
            #expect(issue.text.contains("\(reason)\n  #1 feed("), "\(issue.text)")
        }
    }

    /// Regression test: the call counted as one that does not pass.
    @Test func anExpressionOutOfStepsDecidesNothing() {
        proxy.feed(Self.longName, didReceive: 1)
        let found = failures {
            expectNoCalls(Self.expression)
            expectCalls("-\(Self.expression)")
            expectCalls(Self.expression)
            expectCalls(Self.expression, count: ...0)
            expectOnly("-\(Self.expression)")
            expectOrder([Self.expression])
        }
        let starts = [
            "Expected no calls", "Expected at least 1 call", "Expected at least 1 call", "Expected no calls",
            "Expected only ", "Expected calls whose",
        ]
        expectDoubt(starts, in: found)
    }

    @Test func whatIsRightEitherWayHoldsWithoutTheSteps() {
        proxy.feed(Self.longName, didReceive: 1)
        proxy.feed("an error", didReceive: 2)
        #expect(expectCalls(Self.expression).map(\.seq) == [2])
        expectCalls(Self.expression, count: 1...2)
        expectOrder([Self.expression])
        // Another term decides, before the expression or behind it.
        expectNoCalls("arg.number:3 \(Self.expression)")
        expectNoCalls("\(Self.expression) arg.number:3")
        expectOnly("\(Self.expression) | arg.number:1")
        let found = failures { expectCalls(Self.expression, count: 1) }
        expectDoubt(["Expected exactly 1 call"], in: found)
    }

    @Test func aNearCallTellsWhichTermRanOutOfSteps() {
        proxy.feed(Self.longName, didReceive: 1)
        let text = failures { expectCalls("selector:*didReceive arg.number:3 \(Self.expression)") }.first?.text ?? ""
        #expect(text.contains("fails arg.number:3 and \(Self.expression) (out of steps)"), "\(text)")
    }

    // MARK: Calls that are not in the record

    /// Regression test: no forbidden call was found among the calls that were left.
    @Test func callsThatAreGoneMayHaveBeenTooMany() {
        var configuration = RecorderConfiguration.test
        configuration.storedCountLimit = 50
        let found = failures {
            withRecorder(configuration) { _ in
                let proxy = FeedProxy()
                for number in 1...2_000 { proxy.feed("news", didReceive: number) }
                expectCalls("selector:*didReceive*", count: 1...)
                expectOrder(["arg.number:2000"])
                expectNoCalls("selector:feedDidEnd*")
                expectCalls("arg.number:2000", count: 1)
                expectOnly("selector:*didReceive*")
            }
        }
        let starts = ["Expected no calls", "Expected exactly 1 call", "Expected only "]
        #expect(found.count == starts.count, "\(found.map(\.text))")
        for (issue, start) in zip(found, starts) {
            #expect(issue.text.hasPrefix(start), "\(issue.text)")
            #expect(
                issue.text.hasSuffix(
                    "in the record. Give withRecorder a configuration with a larger storedBytesLimit and "
                        + "storedCountLimit."
                )
            )
        }
    }

    @Test func callsThatWereNotToBeRecordedAreNotMissed() {
        Recorder.current.pause()
        proxy.feed("news", didReceive: 1)
        Recorder.current.resume()
        expectNoCalls("selector:feedDidEnd*")
        expectOnly("selector:feedDidEnd*")
    }
}
