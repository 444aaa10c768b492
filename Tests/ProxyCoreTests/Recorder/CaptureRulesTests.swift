// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

@testable import ProxyCore

@Suite struct CaptureRulesTests {
    private let target = SampleTarget()

    private func proxy(_ rules: CaptureRules) -> SampleProxy {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.captureRules = rules
        let proxy = SampleProxy(recorder: Recorder(configuration))
        proxy.setForwardDelegate(target, retain: true)
        return proxy
    }

    private func stored(_ recorder: Recorder) -> [Invocation] {
        recorder.flush()
        var query = InvocationQuery()
        query.order = .ascending
        query.limit = 1_000
        return recorder.invocations(query).items
    }

    // MARK: Patterns

    @Test(arguments: [
        "XMLParserDelegate", "xmlparser*", "parser(_:foundCharacters:)", "parser", "FOUNDCHARACTERS", "found*",
        "XMLParserDelegate.parser*", "*", "*characters*",
    ]) func aPatternStandsForAProtocolASelectorItsBaseNameOrALabel(pattern: String) {
        let selector = Selector(protocolName: "XMLParserDelegate", name: "parser(_:foundCharacters:)")
        #expect(CaptureRules(include: [pattern]).selects(selector))
        #expect(!CaptureRules(exclude: [pattern]).selects(selector))
    }

    @Test(arguments: ["XMLParser", "arser", "Characters", "found", "", "XMLParserDelegate.", "parser(_:)"])
    func aPatternStandsForWholeNamesOnly(pattern: String) {
        let selector = Selector(protocolName: "XMLParserDelegate", name: "parser(_:foundCharacters:)")
        #expect(!CaptureRules(include: [pattern]).selects(selector))
        #expect(CaptureRules(exclude: [pattern]).selects(selector))
    }

    @Test func excludeWinsOverIncludeAndAnEmptyIncludeMeansAll() {
        let (count, load) = (SampleProxy.Selectors.count.selector, SampleProxy.Selectors.load.selector)
        #expect(CaptureRules().selects(count) && CaptureRules().isEmpty)
        #expect(CaptureRules(include: ["count*"]).selects(count))
        #expect(!CaptureRules(include: ["count*"]).selects(load))
        #expect(!CaptureRules(include: ["SampleDelegate"], exclude: ["count*"]).selects(count))
        #expect(CaptureRules(include: ["SampleDelegate"], exclude: ["count*"]).selects(load))
    }

    @Test func patternsInAnEnvironmentVariableHaveSemicolonsBetweenThem() throws {
        let environment = ProcessEnvironment([
            "INSPECTOR_EXCLUDE": " a(_:b:)(Int, [B]) ;; *c* ", "INSPECTOR_INCLUDE": ";",
        ])
        #expect(try EnvironmentSetting.exclude.value(in: environment) == ["a(_:b:)(Int, [B])", "*c*"])
        #expect(throws: EnvironmentError.self) { try EnvironmentSetting.include.value(in: environment) }
        #expect(try EnvironmentSetting.include.value(in: ProcessEnvironment([:])) == nil)
    }

    // MARK: Calls

    @Test func callsThatAreLeftOutReachTheirTargetAndCountAsSuppressed() {
        let proxy = proxy(CaptureRules(exclude: ["count(_:named:)", "load*"]))
        proxy.count(1, named: "n")
        #expect(proxy.answer(to: "four") == 4)
        #expect(throws: SampleError.self) { try proxy.load("") }
        proxy.changed([:], target, nil)
        #expect(target.calls == ["count 1 n", "answer four", "load ", "changed 0 nil"])
        #expect(stored(proxy.recorder).map(\.selector.name) == ["answer(to:)", "changed(_:_:_:)"])
        let status = proxy.recorder.status
        #expect(status.calls == 4 && status.recorded == 2 && status.suppressed == 2)
        #expect(status.calls == status.recorded + status.dropped + status.suppressed)
        #expect(proxy.recorder.selectors.count == 2)
    }

    @Test func aCallThatIsLeftOutIsStillObservedAndHandled() {
        let proxy = proxy(CaptureRules(include: ["nothing"]))
        let seen = Guarded<[Int]>([])
        let subscription = proxy.sentMessage(SampleProxy.Selectors.count).subscribe(onNext: { arguments in
            seen.change { $0.append(arguments.0) }
        })
        proxy.count(7, named: "n")
        subscription.dispose()
        #expect(seen.value == [7])
        #expect(stored(proxy.recorder).isEmpty && proxy.recorder.status.suppressed == 1)
    }

    @Test func rulesChangeWhileTheProgramRuns() {
        let proxy = proxy(CaptureRules())
        let recorder = proxy.recorder
        proxy.count(1, named: "n")
        recorder.captureRules.exclude = ["SampleDelegate"]
        proxy.count(2, named: "n")
        recorder.captureRules = CaptureRules(include: ["count*"])
        proxy.count(3, named: "n")
        _ = proxy.answer(to: "a")
        recorder.changeCaptureRules(include: nil, exclude: ["named"])
        #expect(recorder.captureRules == CaptureRules(include: ["count*"], exclude: ["named"]))
        proxy.count(4, named: "n")
        recorder.captureRules = CaptureRules()
        proxy.count(5, named: "n")
        #expect(stored(recorder).map { $0.arguments[0].value.content } == [.signed(1), .signed(3), .signed(5)])
        #expect(recorder.status.suppressed == 3)
    }

    @Test func pausingAndRulesAreIndependent() {
        let proxy = proxy(CaptureRules(exclude: ["load*"]))
        let recorder = proxy.recorder
        recorder.pause()
        #expect(!recorder.isRecording && recorder.captureRules.exclude == ["load*"])
        recorder.captureRules = CaptureRules(exclude: ["answer*"])
        proxy.count(1, named: "n")
        recorder.resume()
        #expect(recorder.isRecording)
        proxy.count(2, named: "n")
        _ = proxy.answer(to: "a")
        recorder.captureRules = CaptureRules()
        recorder.pause()
        proxy.count(3, named: "n")
        #expect(!recorder.isRecording)
        #expect(stored(recorder).map { $0.arguments[0].value.content } == [.signed(2)])
    }

    @Test func callsInsideACallThatIsLeftOutHaveItsParent() throws {
        let proxy = proxy(CaptureRules(exclude: ["load*"]))
        let inner = SampleProxy(recorder: proxy.recorder)
        inner.setForwardDelegate(SampleTarget(), retain: true)
        final class Nest: SampleDelegate {
            let proxy: SampleProxy
            let inner: SampleProxy
            init(_ proxy: SampleProxy, _ inner: SampleProxy) { (self.proxy, self.inner) = (proxy, inner) }
            func count(_ number: Int, named name: String) { _ = try? proxy.load(name) }
            func answer(to question: String) -> Int { 0 }
            func load(_ path: String) throws -> [String] {
                inner.count(1, named: path)
                return []
            }
            func changed(_ values: [String: Int], _ object: AnyObject, _ optional: String?) {}
        }
        let nest = Nest(proxy, inner)
        proxy.setForwardDelegate(nest, retain: false)
        proxy.count(0, named: "outer")
        let calls = stored(proxy.recorder)
        try #require(calls.count == 2)
        #expect(calls[1].parent == calls[0].id && calls[1].depth == 1)
        proxy.setForwardDelegate(nil, retain: false)
    }

    @Test func asyncCallsAreLeftOutToo() async {
        var configuration = RecorderConfiguration()
        configuration.captureRules.exclude = ["rank*"]
        let proxy = AsyncProxy(recorder: Recorder(configuration))
        #expect(await proxy.rank(of: "a") == -1)
        await proxy.finish()
        #expect(stored(proxy.recorder).map(\.selector.name) == ["finish()"])
        #expect(proxy.recorder.status.suppressed == 1)
    }

    @Test func recordersOfOneProgramHaveRulesOfTheirOwn() {
        let (first, second) = (proxy(CaptureRules(exclude: ["count*"])), proxy(CaptureRules(include: ["count*"])))
        for proxy in [first, second] {
            proxy.count(1, named: "n")
            _ = proxy.answer(to: "a")
        }
        #expect(stored(first.recorder).map(\.selector.name) == ["answer(to:)"])
        #expect(stored(second.recorder).map(\.selector.name) == ["count(_:named:)"])
    }

    @Test func everyCallIsCountedWhileRulesChangeOnAnotherThread() async {
        let proxy = proxy(CaptureRules())
        let recorder = proxy.recorder
        proxy.setForwardDelegate(nil, retain: false)
        await onThreads(3) { thread in
            for number in 0..<4_000 {
                if thread == 0 {
                    recorder.captureRules =
                        [
                            CaptureRules(exclude: ["count*"]), CaptureRules(include: ["answer*"]), CaptureRules(),
                        ][number % 3]
                } else {
                    proxy.count(number, named: "n")
                    _ = proxy.answer(to: "a")
                }
            }
        }
        recorder.captureRules = CaptureRules(exclude: ["*"])
        await onThread { proxy.count(0, named: "n") }
        recorder.flush()
        let status = recorder.status
        #expect(status.calls == 16_001)
        #expect(status.recorded + status.dropped + status.suppressed == 16_001 && status.suppressed > 0)
        // No rule ever left these out but the last.
        #expect(recorder.selectors.first { $0.selector.name == "answer(to:)" }?.calls == 8_000)
    }

    @Test func moreSitesThanTheTableHoldsAreDecidedAllTheSame() {
        let selection = CaptureSelection()
        selection.change {
            $0.exclude = ["odd*"]
        } apply: { _ in
        }
        for number in 0..<(SiteTable<Bool>.capacity + 10) {
            let selector = MethodSelector<SampleProxy, Int, Void>(
                number % 2 == 0 ? "even\(number)(_:)" : "odd\(number)(_:)",
                of: "Wide",
                parameters: ["number"]
            )
            #expect(selection.selects(selector.site) == (number % 2 == 0))
        }
    }
}
