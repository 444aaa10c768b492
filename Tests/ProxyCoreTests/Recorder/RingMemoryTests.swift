// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyTestSupport
import Testing

@testable import ProxyCore

/// What the rings of threads take of a recorder's memory.
@Suite struct RingMemoryTests {
    private static let threads = 24
    private let text = String(repeating: "x", count: 1_500)

    private func fill(_ recorder: Recorder, calls: Int = 1_000) {
        let proxy = SampleProxy(recorder: recorder)
        proxy.setForwardDelegate(SampleTarget(), retain: true)
        for number in 0..<calls { proxy.count(number, named: text) }
    }

    /// Pages of the recorder's rings that are in memory.
    private func residentPages(_ recorder: Recorder) -> Int {
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

    @Test func ringsCountAsMemoryAndGoWithTheirThreads() {
        let recorder = Recorder()
        let rings = Self.threads << 20
        // Rings whose threads have rested for a second are smaller, and this thread may rest longer.
        for attempt in 1...20 {
            let crew = Crew(Self.threads) { fill(recorder) }
            recorder.flush()
            let full = recorder.status
            let pages = residentPages(recorder)
            crew.end()
            #expect(full.bytes >= full.ringBytes)
            if full.ringBytes > rings / 4, pages * 4_096 > rings / 4 { break }
            #expect(attempt < 20, "\(full.ringBytes) bytes, \(pages) pages")
        }
        let deadline = ContinuousClock.Instant.patience
        while recorder.status.ringBytes > 0, ContinuousClock.now < deadline {
            recorder.flush()
            recorder.engine.gate.pointee.wakeDrain()
            sched_yield()
        }
        #expect(recorder.status.ringBytes == 0 && residentPages(recorder) == 0)
        #expect(recorder.engine.gate.pointee.growth.used == 0)
        // The next threads take the rings over.
        let before = recorder.status.calls
        let next = Crew(Self.threads) { fill(recorder, calls: 50) }
        next.end()
        recorder.flush()
        #expect(recorder.status.calls == before + UInt64(Self.threads * 50) && recorder.status.unaccounted == 0)
    }

    @Test func whatIsStoredLeavesRoomForRings() {
        var configuration = RecorderConfiguration()
        configuration.storedBytesLimit = 16 << 20
        configuration.overflowPolicy = .wait
        let recorder = Recorder(configuration)
        let crew = Crew(4) { fill(recorder, calls: 4_000) }
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
            await onThreads(8) { thread in fill(recorder, calls: 20) }
            recorder.engine.withDrain { $0.discardAbandonedRings() }
        }
        recorder.flush()
        let status = recorder.status
        #expect(status.recorded == UInt64(rounds * 8 * 20) && status.unaccounted == 0 && status.running == 0)
        let items = recorder.invocations().items
        #expect(items.allSatisfy { $0.arguments.count == 2 && $0.arguments[1].value.content == .text(text) })
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
