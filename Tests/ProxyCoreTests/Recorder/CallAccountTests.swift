// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CClock
import Testing

@testable import ProxyCore

/// The threads that make calls count them, and the store counts what arrives: the two agree, or tell of a loss.
@Suite struct CallAccountTests {
    private let target = SampleTarget()

    @Test func whatTheStoreNeverGotIsUnaccounted() throws {
        let proxy = SampleProxy(recorder: Recorder())
        proxy.setForwardDelegate(target, retain: true)
        proxy.count(1, named: "n")
        let recorder = proxy.recorder
        recorder.flush()
        #expect(recorder.status.calls == 1 && recorder.status.recorded == 1)
        // The end of a call whose begin was lost.
        let ring = RingTable.ring(of: recorder.engine.gate, in: ThreadContext.current)
        let room = ring.pointee.claim(EndEntry.size, reserve: 0)
        let entry = try #require(room)
        let head = EntryHead(.end, size: EndEntry.size)
        let end = EndEntry(head: head, ticks: cclock_ticks(), call: 99, targetTicks: EndEntry.noTarget, ring: 0)
        entry.storeBytes(of: end, as: EndEntry.self)
        Ring.bump(ring.pointee.recorded)
        ring.pointee.publish(EndEntry.size)
        recorder.flush()
        let status = recorder.status
        #expect(status.calls == 2 && status.recorded == 1)
        #expect(status.calls != status.recorded + status.dropped + status.suppressed)
    }

    /// The thread ends it once more: an interposed one when the next interposed one begins, a proxied one at its own end.
    @Test(arguments: [false, true]) func aCallThatWasLeftInsideAProxiedOneCountsOnce(isInterposed: Bool) {
        let recorder = Recorder()
        let proxy = SampleProxy(recorder: recorder)
        proxy.setForwardDelegate(target, retain: true)
        let site = SampleProxy.Selectors.answer.site
        var inner: CallToken?
        // As longjmp(3) leaves a call: it begins and does not return.
        target.onCount = {
            inner = withUnsafePointer(to: "who") {
                CallBegin.write(recorder.engine.gate, ThreadContext.current, site, $0, revision: 0)
            }
        }
        onJoinedThread {
            proxy.count(1, named: "outer")
            target.onCount = nil
            recorder.flush()
            #expect(recorder.status.calls == 2 && recorder.status.recorded == 2)
            if isInterposed, let inner { CallEnd.left(inner, recorder.engine.gate) }
            proxy.count(2, named: "next")
        }
        recorder.flush()
        let status = recorder.status
        #expect(inner?.ring != nil && status.running == 0)
        #expect(status.calls == 3 && status.recorded == 3 && status.unaccounted == 0)
    }

    enum Later: CaseIterable {
        case nothing, found, returned
    }

    /// The ring has room for the ends of 3 640 calls, and does not grow. A left call may yet be found by its thread, as an
    /// interposed one is, or return, as one on a stack of its own does.
    @Test(arguments: Later.allCases) func callsThatWereLeftInsideProxiedOnesKeepNoRoom(later: Later) {
        var configuration = RecorderConfiguration()
        configuration.ringBytes = 1 << 18
        configuration.overflowPolicy = .wait
        let recorder = Recorder(configuration)
        let proxy = SampleProxy(recorder: recorder)
        proxy.setForwardDelegate(target, retain: true)
        let site = SampleProxy.Selectors.answer.site
        let gate = recorder.engine.gate
        let count = 8_000
        var left: [CallToken] = []
        target.onCount = {
            withUnsafePointer(to: "who") {
                left.append(CallBegin.write(gate, ThreadContext.current, site, $0, revision: 0))
            }
        }
        onJoinedThread {
            let ring = RingTable.ring(of: gate, in: ThreadContext.current)
            for number in 0..<count {
                proxy.count(number, named: "outer")
                if number % 100 == 0 { recorder.flush() }
            }
            target.onCount = nil
            let open = ring.pointee.openCalls
            #expect(open < count / 2)
            for token in left {
                switch later {
                case .nothing: break
                case .found: CallEnd.left(token, gate)
                case .returned:
                    gate.endPlain(token.ring, token.call, since: token.start, path: .target, hasTarget: true)
                }
            }
            recorder.flush()
            for number in 0..<count { proxy.count(number, named: "after") }
            let rest = ring.pointee.openCalls
            #expect(later == .nothing || rest == 0)
        }
        recorder.flush()
        let status = recorder.status
        #expect(left.count == count && left.allSatisfy { $0.ring != nil })
        #expect(status.dropped == 0 && status.suppressed == 0 && status.running == 0)
        #expect(status.calls == UInt64(3 * count) && status.recorded == status.calls && status.unaccounted == 0)
    }

    @Test func bothSidesAgreeWhateverBecomesOfCalls() async {
        var configuration = RecorderConfiguration()
        configuration.ringBytes = 1 << 18
        configuration.storedCountLimit = 500
        configuration.rateLimit = RateLimit(callsPerSecond: 4_000, keepOneIn: 3)
        let recorder = Recorder(configuration)
        let text = String(repeating: "x", count: 500)
        await onThreads(8) { thread in
            let proxy = SampleProxy(recorder: recorder)
            proxy.setForwardDelegate(SampleTarget(), retain: true)
            for number in 0..<3_000 {
                proxy.count(number, named: text)
                _ = try? proxy.load(number % 3 == 0 ? "" : "path")
                if thread == 0, number % 500 == 0 { recorder.pause() }
                if thread == 0, number % 500 == 100 { recorder.resume() }
                if thread == 1, number % 700 == 0 { recorder.clear() }
                if thread == 2, number % 300 == 0 { recorder.captureRules.exclude = ["load*"] }
                if thread == 2, number % 300 == 50 { recorder.captureRules.exclude = [] }
                if thread == 3, number % 900 == 0 { recorder.transform = { $0.seq % 5 == 0 ? nil : $0 } }
                if thread == 3, number % 900 == 300 { recorder.transform = nil }
                let status = recorder.status
                // Calls come while the counters are read; none is counted before it was made, and none twice.
                #expect(status.recorded + status.dropped + status.suppressed <= status.calls)
                #expect(status.calls <= 8 * 6_000)
            }
        }
        recorder.flush()
        let status = recorder.status
        #expect(status.calls == 8 * 6_000 && status.unaccounted == 0)
        #expect(status.recorded + status.dropped + status.suppressed == 8 * 6_000)
        #expect(status.suppressed > 0 && status.evicted > 0 && status.running == 0)
    }
}
