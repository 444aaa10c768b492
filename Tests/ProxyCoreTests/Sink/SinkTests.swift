// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CThread
import Dispatch
import ProxyTestSupport
import Synchronization
import Testing

@testable import ProxyCore

/// A sink that keeps numbers, and can be made to fail or to block.
private final class TestSink: InvocationSink {
    struct State {
        var positions: [UInt64] = []
        var missed: UInt64 = 0
        var running: [[UInt64]] = []
        var batches = 0
        var fails = false
        var isFinished = false
        var threads: [String] = []
    }

    struct Refusal: Error {}

    let state = Mutex(State())
    let isHeld = Atomic<Bool>(false)
    let proxy: SampleProxy?

    init(proxy: SampleProxy? = nil) { self.proxy = proxy }

    func write(_ batch: SinkBatch) throws {
        while isHeld.load(ordering: .acquiring) {}
        proxy?.count(99, named: "from the sink")
        try state.withLock { state in
            if state.fails { throw Refusal() }
            state.missed += batch.missed
            state.batches += 1
            state.threads.append(threadName())
            state.running.append(batch.running.map(\.seq))
            batch.forEach { state.positions.append($0.position ?? 0) }
        }
    }

    func finish() { state.withLock { $0.isFinished = true } }

    var positions: [UInt64] { state.withLock { $0.positions } }
}

/// A sink during each write of which another call is recorded.
private final class OvertakenSink: InvocationSink {
    private let wish = DispatchSemaphore(value: 0)
    private let recorded = DispatchSemaphore(value: 0)
    private let over = Atomic<Bool>(false)
    private let deadline = ContinuousClock.Instant.patience

    /// Whether no more calls are made: a test is over, or its patience.
    var isOver: Bool { over.load(ordering: .acquiring) }

    /// Makes a call, and waits until it is recorded, during each write until `end()`.
    func recordCalls(_ record: () -> Void) {
        while true {
            wish.wait()
            if isOver { return }
            record()
            recorded.signal()
        }
    }

    func end() {
        over.store(true, ordering: .releasing)
        wish.signal()
    }

    func write(_ batch: SinkBatch) {
        if ContinuousClock.now > deadline { end() }
        if isOver { return }
        wish.signal()
        recorded.wait()
    }

    func finish() {}
}

/// A sink that does something while it writes the call at a position.
private final class ScriptedSink: InvocationSink {
    private let steps: [UInt64: @Sendable () -> Void]
    /// Numbers of the events that it was given.
    let events = Guarded<[UInt64]>([])

    init(_ steps: [UInt64: @Sendable () -> Void]) { self.steps = steps }

    func write(_ batch: SinkBatch) {
        let numbers = batch.events.map(\.number)
        events.change { $0 += numbers }
        batch.forEach { steps[$0.position ?? 0]?() }
    }

    func finish() {}
}

/// Keeps a recorder's thread from further rounds once it has stored the call at a position.
private final class HeldDrain: Sendable {
    private let held: DispatchSemaphore
    private let released: DispatchSemaphore
    private let token: Recorder.ProgressToken

    init(of recorder: Recorder, at position: UInt64) {
        let (engine, held, released) = (recorder.engine, DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        (self.held, self.released) = (held, released)
        token = recorder.onProgress {
            guard engine.withDrain({ $0.store.lastPosition }) >= position else { return }
            held.signal()
            released.wait()
            // It stays released.
            released.signal()
        }
    }

    func waitUntilHeld() { _ = held.wait(timeout: .now() + .seconds(300)) }

    func release() { released.signal() }
}

/// What a program may ask of a recorder with a sink, and waits for.
enum SinkCommand: CaseIterable {
    case flush, clear, detach

    func run(on recorder: Recorder) {
        switch self {
        case .flush: recorder.flushSink()
        case .clear: recorder.clear()
        case .detach: recorder.detachSink()
        }
    }
}

/// The kernel's name of this thread.
private func threadName() -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16) { name in
        name.initialize(repeating: 0)
        cthread_name(name.baseAddress!, 16)  // its capacity is not 0
        return String(cString: name.baseAddress!)
    }
}

@Suite struct SinkTests {
    func recorder(_ policy: RecorderConfiguration.OverflowPolicy = .wait, memory: Int = 1_000_000) -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = policy
        configuration.storedCountLimit = memory
        return Recorder(configuration)
    }

    func proxy(_ recorder: Recorder) -> SampleProxy {
        let proxy = SampleProxy(recorder: recorder, ownerName: "Owner")
        proxy.setForwardDelegate(SampleTarget(), retain: true)
        return proxy
    }

    @Test func getsEverythingOnceAndInOrder() {
        let recorder = recorder()
        let sink = TestSink()
        let proxy = proxy(recorder)
        proxy.count(1, named: "before it came")
        #expect(recorder.attach(sink))
        #expect(!recorder.attach(TestSink()))
        for number in 0..<5_000 { proxy.count(number, named: "n") }
        recorder.detachSink()
        #expect(sink.positions == Array(1...5_001))
        #expect(sink.state.withLock { $0.isFinished && $0.missed == 0 })
        #expect(recorder.sinkStatus == nil)
    }

    @Test func callersWaitForAHeldSinkRatherThanLose() async {
        let recorder = recorder(memory: 1_000)
        let sink = TestSink()
        recorder.attach(sink)
        let proxy = proxy(recorder)
        sink.isHeld.store(true, ordering: .releasing)
        let made = Atomic<Int>(0)
        async let calls: Void = onThreads(1) { _ in
            for number in 0..<20_000 {
                proxy.count(number, named: "a name that takes some room in the ring of the thread")
                made.store(number, ordering: .relaxed)
            }
        }
        // The memory fills to one half, then the ring, and then the caller blocks.
        while recorder.status.stored < 500 { await Task.yield() }
        #expect(recorder.status.evicted == 0)
        sink.isHeld.store(false, ordering: .releasing)
        await calls
        recorder.detachSink()
        #expect(sink.positions == Array(1...20_000))
        #expect(recorder.status.dropped == 0)
    }

    @Test func aSinkThatIsSlowUnderDropNewestMissesWhatWasEvicted() {
        let recorder = recorder(.dropNewest, memory: 1_000)
        let sink = TestSink()
        recorder.attach(sink)
        let proxy = proxy(recorder)
        sink.isHeld.store(true, ordering: .releasing)
        for number in 0..<10_000 {
            proxy.count(number, named: "n")
            if number.isMultiple(of: 500) { recorder.flush() }
        }
        recorder.flush()
        sink.isHeld.store(false, ordering: .releasing)
        recorder.detachSink()
        let (missed, written) = sink.state.withLock { ($0.missed, UInt64($0.positions.count)) }
        #expect(missed > 0 && missed + written == recorder.status.recorded)
    }

    @Test func aSinkThatFailsIsNotWaitedForAndTriedAgain() {
        let recorder = recorder(memory: 1_000)
        let sink = TestSink()
        sink.state.withLock { $0.fails = true }
        recorder.attach(sink)
        let proxy = proxy(recorder)
        for number in 0..<5_000 { proxy.count(number, named: "n") }
        recorder.flushSink()
        #expect(recorder.status.recorded == 5_000 && recorder.sinkStatus?.written == 0)
        #expect(recorder.sinkStatus?.failure != nil)
        sink.state.withLock { $0.fails = false }
        recorder.flushSink()
        #expect(recorder.sinkStatus?.failure == nil)
        recorder.detachSink()
        let (missed, written) = sink.state.withLock { ($0.missed, UInt64($0.positions.count)) }
        #expect(written > 0 && missed + written == 5_000)
        #expect(sink.positions.last == 5_000)
    }

    @Test func tellsOfCallsThatAreUnderWay() {
        let recorder = recorder()
        let sink = TestSink()
        recorder.attach(sink)
        let target = SampleTarget()
        let proxy = SampleProxy(recorder: recorder, ownerName: "Owner")
        proxy.setForwardDelegate(target, retain: true)
        target.onCount = { recorder.flushSink() }
        proxy.count(1, named: "long")
        recorder.detachSink()
        #expect(sink.state.withLock { $0.running.contains([1]) && $0.running.last == [] })
    }

    @Test func whatASinkCallsIsNotRecorded() {
        let recorder = recorder()
        let proxy = proxy(recorder)
        // Called on another thread, hence without a target.
        let sink = TestSink(proxy: SampleProxy(recorder: recorder))
        recorder.attach(sink)
        proxy.count(1, named: "n")
        recorder.detachSink()
        #expect(recorder.status.recorded == 1 && recorder.status.suppressed > 0)
    }

    @Test func aFloodIsWrittenByAThreadThatGivesWay() async {
        let recorder = recorder()
        let proxy = proxy(recorder)
        let sink = TestSink()
        sink.isHeld.store(true, ordering: .releasing)
        recorder.attach(sink)
        for number in 0..<10_000 { proxy.count(number, named: "n") }
        recorder.flush()
        sink.isHeld.store(false, ordering: .releasing)
        let deadline = ContinuousClock.Instant.patience
        while ContinuousClock.now < deadline, !sink.state.withLock({ $0.threads.contains("recorder-bulk") }) {
            await Task.yield()
        }
        #expect(sink.state.withLock { $0.threads.contains("recorder-bulk") })
        recorder.flushSink()
        // Anything that a caller waits for is urgent.
        proxy.count(10_001, named: "n")
        recorder.detachSink()
        #expect(sink.state.withLock { $0.threads.last } == "recorder-sink")
        #expect(sink.positions == Array(1...10_001))
    }

    /// Regression test: they returned only after a write during which no call was recorded.
    @Test(arguments: SinkCommand.allCases) func waitsOnlyForWhatWasRecordedBefore(command: SinkCommand) async {
        let recorder = recorder(.dropNewest)
        let proxy = proxy(recorder)
        let sink = OvertakenSink()
        proxy.count(1, named: "before")
        recorder.attach(sink)
        async let calls: Void = onThreads(1) { _ in
            sink.recordCalls {
                proxy.count(2, named: "meanwhile")
                recorder.flush()
            }
        }
        await onThread { command.run(on: recorder) }
        #expect(!sink.isOver)
        await onThread { SinkCommand.detach.run(on: recorder) }
        sink.end()
        await calls
    }

    /// Regression test: the round ended although an event from before it had no place yet, hence was not written.
    @Test func waitsForAnEventThatGetsItsPlaceDuringTheLastWrite() {
        let recorder = recorder(.dropNewest)
        let proxy = proxy(recorder)
        let drain = HeldDrain(of: recorder, at: 2)
        let wasWithoutPlace = Guarded(false)
        // A flush waits for two rounds: the first call is written in one, the second call in the other.
        let sink = ScriptedSink([
            1: {
                let second = Dispatched {
                    proxy.count(2, named: "n")
                    recorder.flush()
                }
                second.wait()
                // Events get their places from rounds of the recorder's thread, and none follows.
                drain.waitUntilHeld()
                proxy.setForwardDelegate(nil, retain: false)
            },
            2: {
                let hasPending = recorder.directory.hasPendingEvents
                wasWithoutPlace.change { $0 = hasPending }
                recorder.settleAllProxyEvents()
            },
        ])
        var configuration = SinkConfiguration()
        // No round begins by itself.
        configuration.interval = .seconds(3_600)
        recorder.attach(sink, configuration: configuration)
        recorder.flushSink()
        proxy.count(1, named: "n")
        recorder.flushSink()
        let written = sink.events.value
        drain.release()
        #expect(wasWithoutPlace.value && written.last == recorder.directory.lastNumber)
        recorder.detachSink()
    }

    @Test func eachKindOfLossIsTold() {
        let recorder = recorder()
        var sink = SinkStatus()
        #expect(LostCalls(sink, recorder.status).messages("calls.sqlite").isEmpty)
        (sink.missed, sink.waiting) = (2, 3)
        var status = recorder.status
        status.dropped = 1
        let messages = LostCalls(sink, status).messages("calls.sqlite")
        #expect(
            messages == [
                "5 invocations are not in calls.sqlite.",
                "1 call was dropped, because the recorder had no room for it: it is not in calls.sqlite.",
            ]
        )
    }

    @Test func saysHowMuchWaitsAndWhere() {
        let recorder = recorder()
        let sink = TestSink()
        sink.state.withLock { $0.fails = true }
        recorder.attach(sink)
        let proxy = proxy(recorder)
        for number in 0..<100 { proxy.count(number, named: "n") }
        recorder.flushSink()
        #expect(recorder.sinkStatus?.waiting == 100 && recorder.sinkStatus?.location == nil)
        sink.state.withLock { $0.fails = false }
        recorder.flushSink()
        #expect(recorder.sinkStatus?.waiting == 0 && recorder.sinkStatus?.written == 100)
        recorder.detachSink()
    }
}
