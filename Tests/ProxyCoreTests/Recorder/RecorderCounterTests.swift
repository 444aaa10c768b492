// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import Testing

@testable import ProxyCore

/// Keeps nothing, so that no call takes a new page for what the target knows of it.
private final class ForgetfulTarget: SampleDelegate {
    func count(_ number: Int, named name: String) {}
    func answer(to question: String) -> Int { 1 }
    func load(_ path: String) throws -> [String] { [] }
    func changed(_ values: [String: Int], _ object: AnyObject, _ optional: String?) {}
}

@Suite struct RecorderCounterTests {
    let target = SampleTarget()

    private func proxy(_ configure: (inout RecorderConfiguration) -> Void = { _ in }) -> SampleProxy {
        var configuration = RecorderConfiguration()
        configure(&configuration)
        let proxy = SampleProxy(recorder: Recorder(configuration))
        proxy.setForwardDelegate(target, retain: true)
        return proxy
    }

    @Test func everyCallIsCountedOnceWhateverBecameOfIt() {
        let proxy = proxy { $0.storedCountLimit = 64 }
        let recorder = proxy.recorder
        var made: UInt64 = 0
        for round in 0..<40 {
            if round % 5 == 4 { recorder.pause() }
            for number in 0..<25 { proxy.count(number, named: "n") }
            made += 25
            recorder.resume()
            if round == 20 { recorder.clear() }
            recorder.flush()
            let status = recorder.status
            #expect(status.calls == made)
            #expect(status.recorded == status.stored + status.evicted + status.cleared)
            #expect(status.stored <= 64)
        }
        let status = recorder.status
        #expect(status.suppressed == 200 && status.evicted > 0 && status.cleared > 0)
    }

    @Test func aFullRingDropsAndCounts() {
        let proxy = proxy {
            $0.ringBytes = 1 << 18
            $0.storedBytesLimit = 4 << 20
        }
        let recorder = proxy.recorder
        let text = String(repeating: "x", count: 1_000)
        proxy.count(0, named: "first")
        recorder.flush()
        // The drain cannot read meanwhile, and the ring cannot grow any further.
        recorder.engine.withDrain { _ in for number in 0..<20_000 { proxy.count(number, named: text) } }
        recorder.flush()
        let status = recorder.status
        #expect(status.calls == 20_001 && status.running == 0 && status.dropped > 10_000)
        #expect(status.recorded == status.lastPosition)
    }

    @Test func aRecorderThatWaitsLosesNothing() {
        let proxy = proxy {
            $0.ringBytes = 1 << 18
            $0.overflowPolicy = .wait
        }
        let text = String(repeating: "x", count: 1_000)
        for number in 0..<5_000 { proxy.count(number, named: text) }
        proxy.recorder.flush()
        let status = proxy.recorder.status
        #expect(status.recorded == 5_000 && status.dropped == 0)
    }

    @Test func measuresWhatItCosts() throws {
        let proxy = proxy { $0.overflowPolicy = .wait }
        #expect(proxy.recorder.status.overheadNanosecondsPerCall == nil)
        for number in 0..<5_000 { proxy.count(number, named: "n") }
        proxy.recorder.flush()
        let overhead = try #require(proxy.recorder.status.overheadNanosecondsPerCall)
        #expect(overhead > 0)
    }

    @Test func fewCallsAreSampledMoreOftenWhereverInTheRingTheyAre() {
        let proxy = proxy()
        let recorder = proxy.recorder
        proxy.count(0, named: "n")
        recorder.flush()
        // The drain cannot look at the ring while this thread has its lock.
        recorder.engine.withDrain { drain in
            drain.lookAfterRings(now: .max / 2)
            func samples() -> UInt64 { drain.sum { $0.overheadSamples.load(ordering: .relaxed) } }
            var steps: Set<UInt64> = []
            var places: Set<Int> = []
            for number in 0..<1_000 {
                let before = samples()
                proxy.count(number, named: "n")
                steps.insert(samples() - before)
                if samples() > before { places.insert(number % 16) }
            }
            // Each sample stands for 37 calls; those that were interrupted do not count.
            #expect(steps == [0, 37])
            // Calls are of the same size: a period with a power of two in it would always come to the same lines of pages.
            #expect(places.count == 16)
        }
        #expect((recorder.status.overheadNanosecondsPerCall ?? 0) > 0)
    }

    /// Sanitizers have pages of their own, and new ones for what is new.
    @Test(
        .enabled(if: dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil),
        arguments: [50, 300]
    )
    func aCallDoesNotWaitForItsPage(callsBetweenLooks calls: Int) {
        let recorder = Recorder()
        let proxy = SampleProxy(recorder: recorder)
        proxy.setForwardDelegate(ForgetfulTarget(), retain: true)
        func faults() -> Int {
            var usage = rusage()
            getrusage(__rusage_who_t(1), &usage)  // RUSAGE_THREAD
            return usage.ru_minflt
        }
        var faultCount = 0
        for look in 0..<8 {
            let before = faults()
            for number in 0..<calls { proxy.count(number, named: "n") }
            // Pages are provided when the number of calls is known.
            if look >= 2 { faultCount += faults() - before }
            recorder.flush()
            recorder.engine.withDrain { $0.lookAfterRings(now: .max / 2 + UInt64(look) * 1_000_000_000) }
        }
        // Each page would be one: 43 of 300 calls between looks.
        #expect(faultCount <= 2)
    }

    @Test func statisticsSurviveEvictionAndClearing() throws {
        let proxy = proxy { $0.storedCountLimit = 16 }
        for number in 0..<200 { proxy.count(number, named: "n") }
        _ = try? proxy.load("")
        proxy.recorder.flush()
        proxy.recorder.clear()
        let counts = try #require(proxy.recorder.selectors.first { $0.selector.name == "count(_:named:)" })
        #expect(counts.calls == 200 && counts.latency.total == 200)
        let loads = try #require(proxy.recorder.selectors.first { $0.selector.name == "load(_:)" })
        #expect(loads.errors == 1)
    }
}
