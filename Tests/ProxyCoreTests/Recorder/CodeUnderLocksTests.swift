// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProxyCore
import ProxyTestSupport
import Synchronization
import Testing

/// Code of the program that is run, or let go of, while a lock of the library might be held. Where one is, the program
/// stops with `Recursive call to lock Mutex`, or stands still; so each is tried in a process of its own.
@Suite struct CodeUnderLocksTests {
    @Test func whatAnObserverHoldsDiesOutsideTheLock() async {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let recorder = Recorder()
            let deaths = Guarded(0)
            func observe() -> Recorder.ProgressToken {
                let held = DyingObject {
                    recorder.onProgress {}.cancel()
                    deaths.change { $0 += 1 }
                }
                return recorder.onProgress { withExtendedLifetime(held) {} }
            }
            // Only the list of observers refers to the object.
            observe().cancel()
            precondition(deaths.value == 1)
        }
    }

    @Test func aReplacedHistoryDiesOutsideTheLock() async {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let recorder = Recorder()
            let deaths = Guarded(0)
            recorder.attach(
                SilentSink(),
                history: EmptyHistory { [weak recorder] in
                    _ = recorder?.historyFailure
                    deaths.change { $0 += 1 }
                }
            )
            recorder.detachSink()
            recorder.attach(SilentSink(), history: EmptyHistory {})
            recorder.detachSink()
            precondition(deaths.value == 1)
        }
    }

    @Test func theErrorOfASinkIsDescribedOutsideTheLock() async {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let recorder = Recorder()
            recorder.attach(FailingSink(recorder))
            recorder.flushSink()
            precondition(recorder.sinkStatus?.failure == "0 written")
            recorder.detachSink()
        }
    }

    @Test func whoIsToldOfAnOverwrittenProxyMayFork() async {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let shelf = StrongShelf()
            shelf.delegate = ShelfTarget(1)
            let proxy = try LenientShelfProxy.proxy(for: shelf)
            let codes = Guarded<[Int32?]>([])
            let token = Recorder.shared.onProxyEvent {
                let code = ChildProcess.run { 7 }
                codes.change { $0.append(code) }
            }
            shelf.delegate = ShelfTarget(2)
            // Or its own thread comes first.
            ProxyWatcher.shared.lookNow(at: proxy.number)
            while codes.value.isEmpty { sched_yield() }
            precondition(codes.value == [7])
            token.cancel()
        }
    }
}

/// Does something when it dies.
private final class DyingObject: Sendable {
    private let onDeath: @Sendable () -> Void

    init(onDeath: @escaping @Sendable () -> Void) { self.onDeath = onDeath }

    deinit { onDeath() }
}

private final class SilentSink: InvocationSink {
    func write(_ batch: SinkBatch) {}
    func finish() {}
}

private final class FailingSink: InvocationSink {
    /// Asks the recorder when it is described.
    private struct Refusal: Error, CustomStringConvertible {
        weak var recorder: Recorder?
        var description: String { recorder?.sinkStatus.map { "\($0.written) written" } ?? "gone" }
    }

    private let refusal: Refusal

    init(_ recorder: Recorder) { refusal = Refusal(recorder: recorder) }

    func write(_ batch: SinkBatch) throws { throw refusal }
    func finish() {}
}

private final class EmptyHistory: InvocationHistory {
    private let onDeath: @Sendable () -> Void

    init(onDeath: @escaping @Sendable () -> Void) { self.onDeath = onDeath }

    deinit { onDeath() }

    var extent: HistoryExtent { HistoryExtent(epoch: "00000000", startedAtNanoseconds: 0) }
    var selectors: [SelectorStatistics] { [] }
    var proxies: [RecordedProxy] { [] }
    var runs: [RecordedRun] { [] }

    func scan(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan {
        HistoryScan(end: .complete, matched: 0, reached: nil, isPartial: false)
    }

    func invocation(seq: UInt64) -> Invocation? { nil }

    func selectors(ofRun name: String) -> [RunSelector]? { nil }
}
