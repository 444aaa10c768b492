// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import ProxyTestSupport
import Testing

@testable import ProxyCore

/// Rings that grow in a burst, and return to their first size.
@Suite struct RingGrowthTests {
    private final class SilentTarget: SampleDelegate, Sendable {
        func count(_ number: Int, named name: String) {}
        func answer(to question: String) -> Int { question.utf8.count }
        func load(_ path: String) throws -> [String] { [path] }
        func changed(_ values: [String: Int], _ object: AnyObject, _ optional: String?) {}
    }

    private let target = SilentTarget()
    private let text = String(repeating: "x", count: 500)

    private func proxy(_ configure: (inout RecorderConfiguration) -> Void = { _ in }) -> SampleProxy {
        var configuration = RecorderConfiguration()
        configure(&configuration)
        let proxy = SampleProxy(recorder: Recorder(configuration))
        proxy.setForwardDelegate(target, retain: true)
        return proxy
    }

    private func used(_ recorder: Recorder) -> Int { recorder.engine.gate.pointee.growth.used }

    /// The calls that completed after a position, in order of their ends.
    private func calls(_ recorder: Recorder, after position: UInt64 = 0) -> [Invocation] {
        var calls: [Invocation] = []
        // One look takes at most 50 ms.
        while case let page = recorder.completed(after: calls.last?.position ?? position, limit: 5_000).items,
            !page.isEmpty
        {
            calls += page
        }
        return calls
    }

    /// The first argument of each recorded call, in order of the ends.
    private func numbers(_ recorder: Recorder) -> [Int64] {
        calls(recorder).compactMap { call in
            guard case .signed(let number) = call.arguments[0].value.content else { return nil }
            return Int64(number)
        }
    }

    // MARK: Growing

    @Test func twoHundredThousandCallsAtOnceAreAllRecordedByDefault() {
        let proxy = proxy()
        let recorder = proxy.recorder
        proxy.count(-1, named: "first")
        recorder.flush()
        // The drain gets no time at all.
        recorder.engine.withDrain { drain in
            for number in 0..<200_000 { proxy.count(number, named: "escape") }
            #expect(drain.ringBytes > 20_000_000 && drain.ringBytes < 65 << 20)
        }
        recorder.flush()
        let status = recorder.status
        #expect(status.recorded == 200_001 && status.dropped == 0 && status.unaccounted == 0)
    }

    @Test func callsKeepTheirOrderAndNestingWhileTheRingGrows() async {
        let proxy = proxy { $0.ringBytes = 1 << 18 }
        let recorder = proxy.recorder
        let outer = SampleProxy(recorder: recorder)
        let nesting = SampleTarget()
        outer.setForwardDelegate(nesting, retain: true)
        nesting.onCount = {
            nesting.calls = []
            proxy.count(0, named: "inner")
        }
        for number in 1...20_000 {
            outer.count(number, named: "outer")
            _ = try? proxy.load("path")
        }
        nesting.onCount = nil
        recorder.flush()
        let status = recorder.status
        #expect(status.recorded == 60_000 && status.dropped == 0 && status.running == 0)
        let outers = numbers(recorder).filter { $0 > 0 }
        #expect(outers == (1...20_000).map { Int64($0) })
        let last = calls(recorder, after: 30_000)
        let isWhole = last.allSatisfy { call in
            switch call.selector.name {
            case "load(_:)": call.depth == 0 && call.result?.content != nil
            default: call.depth == (call.arguments[1].value.content == .text("inner") ? 1 : 0)
            }
        }
        #expect(isWhole && last.count == 30_000)
    }

    @Test func allRingsTogetherGrowByAQuarterOfTheMemory() async {
        let proxy = proxy { $0.storedBytesLimit = 32 << 20 }
        let recorder = proxy.recorder
        let text = text
        await onThreads(6) { _ in
            for number in 0..<40_000 { proxy.count(number, named: text) }
            #expect(recorder.engine.gate.pointee.growth.used <= 8 << 20)
        }
        recorder.flush()
        let status = recorder.status
        #expect(status.calls == 240_000 && status.unaccounted == 0)
        #expect(status.bytes <= 32 << 20)
    }

    @Test func aRingThatMayWaitDoesNotGrow() {
        let proxy = proxy {
            $0.ringBytes = 1 << 18
            $0.overflowPolicy = .wait
        }
        for number in 0..<5_000 { proxy.count(number, named: text) }
        proxy.recorder.flush()
        #expect(used(proxy.recorder) == 0 && proxy.recorder.status.ringBytes <= 1 << 18)
        #expect(proxy.recorder.status.recorded == 5_000)
    }

    // MARK: Few calls

    @Test func callsThatComeAloneFindTheirPagesResident() {
        let proxy = proxy()
        let recorder = proxy.recorder
        func writtenBytes() -> Int {
            recorder.engine.withDrain { $0.readers.reduce(0) { $0 + Int($1.pointee.position) } }
        }
        func residentBytes(after second: UInt64) -> Int {
            recorder.flush()
            look(recorder, at: second)
            return recorder.engine.withDrain { $0.readers.reduce(0) { $0 + $1.pointee.memory.residentPages * 4_096 } }
        }
        for second in 0..<20 as Range<UInt64> {
            for number in 0..<5 { proxy.count(number, named: text) }
            let resident = residentBytes(after: second)
            let written = writtenBytes()
            #expect(resident > written + 4_096 && resident < written + 24_576)
        }
        // In a burst, the pages come with the calls.
        for number in 0..<1_000 { proxy.count(number, named: text) }
        let resident = residentBytes(after: 20)
        #expect(resident < writtenBytes() + 2 * 4_096)
    }

    // MARK: Shrinking

    /// A recorder with a ring that has grown, on this thread.
    private func grown() -> SampleProxy {
        let proxy = proxy { $0.ringBytes = 1 << 18 }
        proxy.count(0, named: text)
        proxy.recorder.engine.withDrain { _ in
            for number in 1..<10_000 { proxy.count(number, named: text) }
        }
        proxy.recorder.flush()
        return proxy
    }

    @Test func theMemoryOfABurstIsGivenBackThoughItsThreadCallsNoMore() {
        let proxy = grown()
        let recorder = proxy.recorder
        let before = recorder.status.ringBytes
        let deadline = ContinuousClock.Instant.patience
        while used(recorder) > 0, ContinuousClock.now < deadline { sched_yield() }
        let pages = recorder.engine.withDrain { $0.readers.reduce(0) { $0 + $1.pointee.memory.residentPages } }
        #expect(before > 1 << 20 && used(recorder) == 0)
        // What is left is where the next entry goes.
        #expect(recorder.status.ringBytes == 0 && pages < 16)
        // The next call goes on in another buffer.
        for number in 10_000..<11_000 { proxy.count(number, named: text) }
        recorder.flush()
        #expect(numbers(recorder) == (0..<11_000).map { Int64($0) } && recorder.status.dropped == 0)
        #expect(used(recorder) >= 0 && recorder.status.ringBytes <= 1 << 19)
    }

    @Test func aRecorderThatEndsBetweenGrowthAndReturnFreesBoth() async {
        for isAsked in [true, false] {
            let weak = await onThread { [self] in
                let proxy = grown()
                if isAsked { look(proxy.recorder, at: 0) }
                return WeakReference(proxy.recorder.engine)
            }
            let deadline = ContinuousClock.Instant.patience
            while weak.object != nil, ContinuousClock.now < deadline { await Task.yield() }
            #expect(weak.object == nil)
        }
    }

    /// Lets a second pass, for the rings.
    private func look(_ recorder: Recorder, at second: UInt64) {
        recorder.engine.withDrain { drain in
            for part in 0..<5 as Range<UInt64> {
                drain.lookAfterRings(now: .max / 2 + (second * 5 + part) * 1_000_000_000)
            }
        }
    }

    /// The ends of calls that are under way have room reserved, so at some depth an empty ring has no room for a begin.
    /// At such a depth, replaced states of all proxies wait, also those of other tests; hence the process.
    @Test func callsNestedTooDeeplyForTheRingAreDroppedAlsoWhereCallersWait() async {
        await #expect(processExitsWith: .success) {
            var configuration = RecorderConfiguration()
            configuration.ringBytes = 1 << 18
            configuration.budget.recordBytes = 65_536
            configuration.overflowPolicy = .wait
            let proxy = SampleProxy(recorder: Recorder(configuration))
            await withCheckedContinuation { continuation in
                let thread = Thread {
                    let target = SampleTarget()
                    var level = 0
                    target.onCount = {
                        level += 1
                        if level < 3_000 { proxy.count(level, named: "n") }
                    }
                    proxy.setForwardDelegate(target, retain: true)
                    proxy.count(0, named: "n")
                    target.onCount = nil
                    continuation.resume()
                }
                thread.stackSize = 1 << 28
                thread.start()
            }
            proxy.recorder.flush()
            let status = proxy.recorder.status
            #expect(status.calls == 3_000 && status.dropped > 0 && status.recorded > 2_000 && status.unaccounted == 0)
            #expect(status.running == 0)
        }
    }

    /// Bursts on four threads, and a drain that takes every moment between them for the end.
    @Test func aRingThatShrinksWhileItIsUsedLosesNothing() async {
        let proxy = proxy { $0.ringBytes = 1 << 18 }
        let recorder = proxy.recorder
        let left = Guarded(4)
        let text = text
        await onThreads(5) { thread in
            if thread == 4 {
                var second: UInt64 = 0
                while left.value > 0 {
                    recorder.flush()
                    look(recorder, at: second)
                    second += 1
                }
                return
            }
            for burst in 0..<10 {
                for number in 0..<500 {
                    proxy.count(thread << 20 | burst << 10 | number, named: text)
                    _ = try? proxy.load(text)
                }
            }
            left.change { $0 -= 1 }
        }
        recorder.flush()
        let status = recorder.status
        #expect(status.recorded == 4 * 10 * 1_000 && status.dropped == 0 && status.unaccounted == 0)
        #expect(status.running == 0)
        let items = calls(recorder)
        #expect(items.allSatisfy { $0.arguments.last?.value.content == .text(text) })
        for thread in 0..<4 {
            let own = items.compactMap { call -> Int? in
                guard call.arguments.count == 2, case .signed(let number) = call.arguments[0].value.content else {
                    return nil
                }
                return Int(number) >> 20 == thread ? Int(number) : nil
            }
            #expect(own == own.sorted() && own.count == 5_000)
        }
    }
}
