// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import AllocationCounting
import Testing

@testable import ProxyCore

/// Targets here store nothing, so only the call path is counted.
private final class SilentTarget: SampleDelegate {
    func count(_ number: Int, named name: String) {}
    func answer(to question: String) -> Int { 1 }
    func load(_ path: String) throws -> [String] { [] }
    func changed(_ values: [String: Int], _ object: AnyObject, _ optional: String?) {}
}

@Suite(.enabled(if: callocation_is_counting(), "the allocator is a sanitizer's"))
struct AllocationTests {
    private let recorder = Recorder()
    private let target = SilentTarget()
    /// Too long for inline storage in the string.
    private let text = String(repeating: "on the heap ", count: 4)

    private func proxy(retain: Bool) -> SampleProxy {
        let proxy = SampleProxy(recorder: recorder)
        proxy.setForwardDelegate(target, retain: retain)
        return proxy
    }

    /// Allocations per hundred calls, after one that registers the thread with the recorder.
    private func allocations(_ call: () -> Void) -> UInt64 {
        call()
        recorder.flush()
        let before = callocation_count()
        for _ in 0..<100 { call() }
        return callocation_count() - before
    }

    @Test func seesAnAllocation() {
        var lists: [[Int]] = []
        #expect(allocations { lists = [Array(repeating: lists.count, count: 100)] } >= 100)
    }

    @Test(arguments: [true, false]) func recordsPlainArgumentsWithoutAllocating(retain: Bool) {
        let proxy = proxy(retain: retain)
        #expect(allocations { proxy.count(1, named: text) } == 0)
    }

    /// A parser passes the rest of its document with each token.
    @Test func recordsTheBeginningOfALongSubstringWithoutACopy() {
        let selector = MethodSelector<SampleProxy, Substring, Void>(
            "rest(_:)",
            of: "SampleDelegate",
            parameter: "rest"
        )
        let proxy = proxy(retain: true)
        let rest = String(repeating: "on the heap ", count: 100_000).dropFirst(7)
        #expect(allocations { proxy.forward(selector, rest) { _ in } } == 0)
        recorder.flush()
        let value = recorder.invocations().items[0].arguments[0].value
        #expect(value.truncation?.original == rest.utf8.count && value.truncation?.reason == .length)
    }

    @Test func recordsAResultWithoutAllocating() {
        let proxy = proxy(retain: true)
        #expect(allocations { _ = proxy.answer(to: text) } == 0)
    }

    @Test func passesACallOnWithoutAllocatingWhileRecordingIsOff() {
        let proxy = proxy(retain: true)
        recorder.pause()
        #expect(allocations { proxy.count(1, named: text) } == 0)
    }

    @Test func passesACallOnWithoutAllocatingThatTheRulesLeaveOut() {
        let proxy = proxy(retain: true)
        recorder.captureRules.exclude = ["count*"]
        #expect(allocations { proxy.count(1, named: text) } == 0)
        #expect(recorder.status.suppressed == 101)
    }

    @Test func dropsACallWithoutAllocatingWhenTheRingIsFull() {
        var configuration = RecorderConfiguration()
        configuration.storedBytesLimit = 4 << 20
        let recorder = Recorder(configuration)
        let proxy = SampleProxy(recorder: recorder)
        proxy.setForwardDelegate(target, retain: true)
        proxy.count(1, named: text)
        recorder.flush()
        let count = recorder.engine.withDrain { _ in
            // The ring is not drained meanwhile, and cannot grow any further.
            for _ in 0..<20_000 { proxy.count(1, named: text) }
            let before = callocation_count()
            for _ in 0..<100 { proxy.count(1, named: text) }
            return callocation_count() - before
        }
        #expect(count == 0)
        #expect(recorder.status.dropped > 100)
    }
}
