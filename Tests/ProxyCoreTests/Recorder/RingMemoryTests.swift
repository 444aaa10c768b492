// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyTestSupport
import Testing

@testable import ProxyCore

/// What the rings of threads take of a recorder's memory.
///
/// A thread takes over what an ended one has left. Where a test waits for that to go, it has a process to itself: a
/// thread of another test could have it for as long as it lives.
@Suite struct RingMemoryTests {
    private static let threads = 24
    private static let text = String(repeating: "x", count: 1_500)

    private static func fill(_ recorder: Recorder, calls: Int = 1_000) {
        let proxy = SampleProxy(recorder: recorder)
        proxy.setForwardDelegate(SampleTarget(), retain: true)
        for number in 0..<calls { proxy.count(number, named: text) }
    }

    /// Pages of the recorder's rings that are in memory.
    private static func residentPages(_ recorder: Recorder) -> Int {
        recorder.engine.withDrain { $0.readers.reduce(0) { $0 + $1.pointee.memory.residentPages } }
    }

    /// Threads that live until they are let go, so that each has a ring of its own.
    private struct Crew {
        let leave = DispatchSemaphore(value: 0)
        let count: Int

        /// Returns when all have done their work.
        init(_ count: Int, _ work: @escaping @Sendable () -> Void) {
            self.count = count
            let done = DispatchSemaphore(value: 0)
            for _ in 0..<count {
                Thread.detachNewThread { [leave] in
                    work()
                    done.signal()
                    leave.wait()
                }
            }
            for _ in 0..<count { done.wait() }
        }

        func end() { for _ in 0..<count { leave.signal() } }
    }

    @Test func ringsCountAsMemoryAndGoWithTheirThreads() async {
        await #expect(processExitsWith: .success) {
            let recorder = Recorder()
            let rings = Self.threads << 20
            // Rings whose threads have rested for a second are smaller, and this thread may rest longer.
            for attempt in 1...20 {
                let crew = Crew(Self.threads) { Self.fill(recorder) }
                recorder.flush()
                let full = recorder.status
                let pages = Self.residentPages(recorder)
                crew.end()
                #expect(full.bytes >= full.ringBytes)
                if full.ringBytes > rings / 4, pages * 4_096 > rings / 4 { break }
                #expect(attempt < 20, "\(full.ringBytes) bytes, \(pages) pages")
            }
            let deadline = ContinuousClock.Instant.patience
            while recorder.status.ringBytes > 0 || Self.residentPages(recorder) > 0, ContinuousClock.now < deadline {
                recorder.flush()
                recorder.engine.gate.pointee.wakeDrain()
                sched_yield()
            }
            #expect(recorder.status.ringBytes == 0 && Self.residentPages(recorder) == 0)
            #expect(recorder.engine.gate.pointee.growth.used == 0)
            // The next threads take the rings over.
            let before = recorder.status.calls
            let next = Crew(Self.threads) { Self.fill(recorder, calls: 50) }
            next.end()
            recorder.flush()
            #expect(recorder.status.calls == before + UInt64(Self.threads * 50) && recorder.status.unaccounted == 0)
        }
    }

    @Test func noPagesAreMadeReadyForAThreadThatHasEnded() async {
        await #expect(processExitsWith: .success) {
            let recorder = Recorder()
            // From here on, the drain's own looks come too early.
            recorder.engine.withDrain { $0.lookAfterRings(now: .max / 2) }
            Crew(1) { Self.fill(recorder, calls: 20) }.end()
            recorder.flush()
            recorder.engine.withDrain { drain in
                let deadline = ContinuousClock.Instant.patience
                while drain.ringBytes > 0, ContinuousClock.now < deadline {
                    drain.discardAbandonedRings()
                    sched_yield()
                }
                drain.lookAfterRings(now: .max / 2 + 1_000_000_000)
            }
            #expect(Self.residentPages(recorder) == 0 && recorder.status.ringBytes == 0)
        }
    }

    /// The next thread gets the context of the one that ended last.
    @Test func aRingGoesAlsoWhileAThreadThatDoesNotUseItHasTheContextOfItsThread() async {
        await #expect(processExitsWith: .success) {
            let recorder = Recorder()
            let other = Recorder()
            for _ in 0..<4 {
                Crew(1) { Self.fill(recorder) }.end()
                let heirs = Crew(4) { Self.fill(other, calls: 1) }
                recorder.flush()
                let deadline = ContinuousClock.Instant.patience
                while Self.residentPages(recorder) > 0, ContinuousClock.now < deadline {
                    recorder.engine.withDrain { $0.discardAbandonedRings() }
                    sched_yield()
                }
                #expect(Self.residentPages(recorder) == 0 && recorder.status.ringBytes == 0)
                heirs.end()
            }
            Crew(4) { Self.fill(recorder, calls: 50) }.end()
            recorder.flush()
            #expect(recorder.status.recorded == 4_200 && recorder.status.unaccounted == 0)
        }
    }

    @Test func aRingThatRestedBeforeItsThreadEndedKeepsNoPages() async {
        await #expect(processExitsWith: .success) {
            let recorder = Recorder()
            let proxy = SampleProxy(recorder: recorder)
            proxy.setForwardDelegate(SampleTarget(), retain: true)
            let crew = Crew(1) {
                proxy.count(0, named: Self.text)
                // The ring grows, as the drain can't look at it meanwhile.
                recorder.engine.withDrain { _ in
                    for number in 1..<2_000 { proxy.count(number, named: Self.text) }
                }
            }
            recorder.flush()
            recorder.engine.withDrain { drain in
                for look in 0..<5 as Range<UInt64> { drain.lookAfterRings(now: .max / 2 + look * 1_000_000_000) }
            }
            // The drain has asked the thread for its large buffer, and could not free what a call may be writing to.
            #expect(recorder.engine.gate.pointee.growth.used == 0 && Self.residentPages(recorder) > 0)
            crew.end()
            let deadline = ContinuousClock.Instant.patience
            while Self.residentPages(recorder) > 0, ContinuousClock.now < deadline {
                recorder.engine.withDrain { $0.discardAbandonedRings() }
                sched_yield()
            }
            #expect(Self.residentPages(recorder) == 0)
            // The next thread finds a ring of the first size, or makes one.
            Crew(1) { Self.fill(recorder, calls: 50) }.end()
            recorder.flush()
            #expect(recorder.engine.withDrain { $0.readers.map { $0.pointee.memory.count }.max() } == 1 << 20)
            #expect(recorder.status.recorded == 2_050 && recorder.status.unaccounted == 0)
        }
    }

    @Test func pagesThatAreReadyForCallsCountAsMemory() {
        let recorder = Recorder()
        let crew = Crew(1) { Self.fill(recorder, calls: 20) }
        defer { crew.end() }
        recorder.flush()
        recorder.engine.withDrain { $0.lookAfterRings(now: .max / 2) }
        #expect(recorder.status.ringBytes >= (Self.residentPages(recorder) - 1) * 4_096)
    }

    @Test func whatIsStoredLeavesRoomForRings() {
        var configuration = RecorderConfiguration()
        configuration.storedBytesLimit = 16 << 20
        configuration.overflowPolicy = .wait
        let recorder = Recorder(configuration)
        let crew = Crew(4) { Self.fill(recorder, calls: 4_000) }
        recorder.flush()
        let status = recorder.status
        crew.end()
        #expect(status.ringBytes > 3 << 20 && status.evicted > 0)
        #expect(status.bytes <= 16 << 20)
    }

    /// Threads end and begin while the drain gives memory back.
    @Test func aRingThatIsTakenOverWhileItGoesLosesNothing() async {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        let recorder = Recorder(configuration)
        let rounds = 40
        for _ in 0..<rounds {
            await onThreads(8) { thread in Self.fill(recorder, calls: 20) }
            recorder.engine.withDrain { $0.discardAbandonedRings() }
        }
        recorder.flush()
        let status = recorder.status
        #expect(status.recorded == UInt64(rounds * 8 * 20) && status.unaccounted == 0 && status.running == 0)
        let items = recorder.invocations().items
        #expect(items.allSatisfy { $0.arguments.count == 2 && $0.arguments[1].value.content == .text(Self.text) })
    }
}

extension UnsafeRawBufferPointer {
    /// Number of its pages that are in memory.
    var residentPages: Int {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let base = UInt(bitPattern: baseAddress)
        let start = (base + UInt(page) - 1) & ~(UInt(page) - 1)
        let pages = (Int(base) + count - Int(start)) / page
        var states = [UInt8](repeating: 0, count: pages)
        mincore(UnsafeMutableRawPointer(bitPattern: start), pages * page, &states)
        return states.count { $0 & 1 == 1 }
    }
}
