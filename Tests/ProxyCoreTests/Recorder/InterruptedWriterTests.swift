// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CThread
import FrameTestSupport
import Testing

@testable import ProxyCore

/// A signal handler may make a call while its thread writes the record of another one, or allocates memory.
@Suite struct InterruptedWriterTests {
    private func inHandler(hasOwnStack: Bool = false, _ body: @escaping () -> Void) {
        var body = body
        withUnsafeMutablePointer(to: &body) { pointer in
            frame_test_call_in_handler(
                { $0.assumingMemoryBound(to: (() -> Void).self).pointee() },
                pointer,
                hasOwnStack
            )
        }
    }

    @inline(never) private func isInHandler(below frames: Int) -> Bool {
        frames == 0 ? cthread_is_in_handler() : isInHandler(below: frames - 1)
    }

    @Test(arguments: [false, true]) func theHandlerOfASignalIsKnownByItsStack(hasOwnStack: Bool) {
        onJoinedThread {
            #expect(!isInHandler(below: 0))
            var found: [Bool] = []
            inHandler(hasOwnStack: hasOwnStack) {
                found.append(isInHandler(below: 0))
                found.append(isInHandler(below: 100))
                inHandler { found.append(cthread_is_in_handler()) }
                found.append(isInHandler(below: 0))
            }
            #expect(found == [true, true, true, true])
            #expect(!isInHandler(below: 0))
        }
    }

    @Test func whatAHandlerThatHasReturnedLeftOnTheStackIsNoHandler() {
        onJoinedThread {
            // What the first one has the loader look up is written over what it left.
            inHandler {}
            inHandler {}
            var found: [Bool] = []
            var body = { [self] in
                found.append(cthread_is_in_handler())
                inHandler { found.append(cthread_is_in_handler()) }
            }
            withUnsafeMutablePointer(to: &body) { pointer in
                frame_test_call_above_remains({ $0.assumingMemoryBound(to: (() -> Void).self).pointee() }, pointer)
            }
            #expect(found == [false, true])
        }
    }

    @Test func aStackThatIsNotTheThreadsOwnIsNoHandlers() {
        onJoinedThread {
            var found: Bool?
            var body = { found = cthread_is_in_handler() }
            withUnsafeMutablePointer(to: &body) { pointer in
                frame_test_call_elsewhere({ $0.assumingMemoryBound(to: (() -> Void).self).pointee() }, pointer)
            }
            #expect(found == false)
        }
    }

    @Test func aFirstCallInAHandlerIsCountedAndLaterOnesAreRecorded() {
        onJoinedThread {
            let recorder = Recorder()
            let proxy = SampleProxy(recorder: recorder)
            inHandler { proxy.count(1, named: "one") }
            proxy.count(2, named: "two")
            inHandler { proxy.count(3, named: "three") }
            recorder.flush()
            let status = recorder.status
            #expect(status.recorded == 2 && status.suppressed == 1 && status.calls == 3)
        }
    }

    @Test func aCallThatFindsNoRingCountsForItsOwnRecorder() {
        onJoinedThread {
            let (first, second) = (Recorder(), Recorder())
            let (proxy, other) = (SampleProxy(recorder: first), SampleProxy(recorder: second))
            inHandler { proxy.count(1, named: "one") }
            other.count(2, named: "two")
            second.flush()
            #expect(first.status.suppressed == 1 && first.status.calls == 1)
            #expect(second.status.suppressed == 0 && second.status.calls == 1)
            proxy.count(3, named: "three")
            first.flush()
            #expect(first.status.suppressed == 1 && first.status.recorded == 1 && first.status.calls == 2)
        }
    }

    /// They take locks, and memory, which the interrupted code may be taking.
    @Test func noRuleActsOnAnInterposedCallOfAHandler() throws {
        let recorder = Recorder()
        let proxy = SampleProxy(recorder: recorder)
        try recorder.rules.add(Rule(.mark, when: InvocationFilter("selector:*count*")))
        proxy.count(1, named: "one")
        let book = recorder.rules
        let site = try #require(proxy.sites.first { SiteRules.make($0, book.edition.rules, book) != nil })
        onJoinedThread {
            var found: [Bool] = []
            func look() { found.append(book.interposed.rules(for: site, book) != nil) }
            inHandler { look() }
            look()
            inHandler { look() }
            #expect(found == [false, true, false])
        }
    }

    @Test func aCallThatInterruptsTheSearchForTheRingIsCounted() {
        onJoinedThread {
            let recorder = Recorder()
            let proxy = SampleProxy(recorder: recorder)
            let context = ThreadContext.current
            context.pointee.isFindingRing = true
            proxy.count(1, named: "one")
            context.pointee.isFindingRing = false
            #expect(context.pointee.ringOwner != recorder.engine.gate.pointee.number)
            proxy.count(2, named: "two")
            recorder.flush()
            let status = recorder.status
            #expect(status.recorded == 1 && status.suppressed == 1 && status.calls == 2)
        }
    }

    @Test func aCallThatInterruptsAWriterIsNotRecordedAndSpoilsNothing() {
        onJoinedThread {
            let recorder = Recorder()
            let proxy = SampleProxy(recorder: recorder)
            let context = ThreadContext.current
            func call() { proxy.count(1, named: "one") }
            call()
            let ring = RingTable.ring(of: recorder.engine.gate, in: context)
            // As the writer has it between its claim and the end of its entry.
            let size = 64
            let entry = ring.pointee.claim(size, reserve: 0)
            call()
            entry?.storeBytes(of: EntryHead(.padding, size: size), as: EntryHead.self)
            ring.pointee.publish(size)
            call()
            recorder.flush()
            let status = recorder.status
            #expect(entry != nil && status.recorded == 2 && status.suppressed == 1)
            #expect(status.calls == 3 && status.running == 0 && status.unaccounted == 0)
        }
    }
}
