// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProxyCore
import ProxyTestSupport
import Synchronization
import Testing
import ThreadSanitizerSupport

/// Child processes that go on without exec. Each test has a process of its own to fork from: the locks of other
/// libraries, which tests beside it may hold, are not the recorder's affair.
@Suite(.disabled(if: thread_sanitizer_is_active())) struct ForkTests {
    @Test func aChildRecordsNothingAndWaitsForNothing() async {
        await #expect(processExitsWith: .success) {
            let recorder = Recorder(.waiting)
            let sink = KeepingSink()
            recorder.attach(sink)
            let proxy = SampleProxy(recorder: recorder)
            proxy.count(1, named: "in the parent")
            recorder.flushSink()
            let code = ChildProcess.run {
                let text = String(repeating: "x", count: 1_000)
                for number in 0..<2_000 { proxy.count(number, named: text) }
                recorder.flush()
                recorder.flushSink()
                let status = recorder.status
                guard status.recorded == 1, status.suppressed == 2_000, status.failure != nil else { return 1 }
                recorder.resume()
                guard !recorder.isRecording, recorder.invocations().items.count == 1 else { return 2 }
                guard recorder.sinkStatus?.written == 1, !recorder.attach(KeepingSink()) else { return 3 }
                recorder.detachSink()
                guard !sink.isFinished.load(ordering: .relaxed) else { return 4 }
                recorder.clear()
                // A recorder of the child's own is as good as any.
                let own = Recorder(.waiting)
                let other = SampleProxy(recorder: own)
                for number in 0..<2_000 { other.count(number, named: text) }
                own.flush()
                return own.status.recorded == 2_000 ? 0 : 5
            }
            precondition(code == 0, "\(code ?? -1)")
            proxy.count(2, named: "in the parent")
            recorder.detachSink()
            precondition(recorder.status.recorded == 2 && recorder.status.failure == nil)
            precondition(sink.isFinished.load(ordering: .relaxed))
        }
    }

    /// Nobody could decide about a held call there, or remove the rule.
    @Test func noRuleActsInAChild() async {
        await #expect(processExitsWith: .success) {
            let recorder = Recorder(.waiting)
            let proxy = SampleProxy(recorder: recorder)
            let target = SampleTarget()
            proxy.setForwardDelegate(target, retain: true)
            for action in [Rule.Action.hold(deadline: .seconds(600)), .delay(.seconds(60))] {
                guard (try? recorder.rules.add(Rule(action))) != nil else { _exit(1) }
            }
            let code = ChildProcess.run {
                proxy.count(1, named: "in the child")
                guard recorder.rules.held.isEmpty, recorder.rules.count == 2 else { return 2 }
                recorder.rules.removeAll()
                return target.calls == ["count 1 in the child"] ? 0 : 3
            }
            precondition(code == 0, "\(code ?? -1)")
            recorder.flush()
            precondition(recorder.status.recorded == 0)
        }
    }

    @Test func aChildNamesTheThreadThatItBeganWith() async {
        await #expect(processExitsWith: .success) {
            let proxy = SampleProxy(recorder: Recorder(.waiting))
            let code = await onThread {
                // The parent's thread is known, and not its initial one.
                proxy.count(1, named: "in the parent")
                return ChildProcess.run {
                    let own = Recorder(.waiting)
                    let other = SampleProxy(recorder: own)
                    other.count(2, named: "in the child")
                    own.flush()
                    guard let thread = own.invocations().items.first?.thread else { return 1 }
                    return thread.id == UInt32(getpid()) && thread.isMain ? 0 : 2
                }
            }
            precondition(code == 0, "\(code ?? -1)")
        }
    }

    @Test func aCallThatForksComesBackInBothProcesses() async {
        await #expect(processExitsWith: .success) {
            let recorder = Recorder(.waiting)
            let proxy = SampleProxy(recorder: recorder)
            let target = SampleTarget()
            proxy.setForwardDelegate(target, retain: true)
            var child: pid_t = -1
            target.onCount = { child = ChildProcess.begin() }
            proxy.count(1, named: "forks")
            target.onCount = nil
            if child == 0 {
                // Their ends need room too.
                let text = String(repeating: "x", count: 1_000)
                for number in 0..<5_000 { proxy.count(number, named: text) }
                recorder.flush()
                _exit(recorder.status.suppressed == 5_000 ? 0 : 1)
            }
            let code = ChildProcess.end(of: child)
            precondition(code == 0, "\(code ?? -1)")
            recorder.flush()
            precondition(recorder.status.recorded == 1 && recorder.status.running == 0)
        }
    }

    @Test func noLockOfTheRecordersThreadsIsHeldInAChild() async {
        await #expect(processExitsWith: .success) {
            let recorder = Recorder(.waiting)
            recorder.attach(KeepingSink())
            let isDone = Guarded(false)
            let proxy = SampleProxy(recorder: recorder)
            async let caller: Void = onThreads(1) { _ in
                while !isDone.value { _ = proxy.answer(to: "a question") }
            }
            await onThread {
                while recorder.status.stored == 0 { sched_yield() }
                // A child can also find a lock of another library held, such as the runtime's; that is rare.
                var hangs = 0
                for _ in 0..<20 {
                    let code = ChildProcess.run {
                        // Asks for everything that another thread may have been changing.
                        _ = (recorder.status, recorder.sinkStatus, recorder.proxies, recorder.selectors)
                        recorder.flushSink()
                        SampleProxy(recorder: recorder).count(1, named: "n")
                        return recorder.invocations().items.isEmpty ? 1 : 0
                    }
                    if code == nil { hangs += 1 }
                    precondition(code ?? 0 == 0 && hangs < 2, "\(code ?? -1), \(hangs) hang")
                }
                isDone.change { $0 = true }
            }
            await caller
        }
    }
}

extension RecorderConfiguration {
    fileprivate static var waiting: RecorderConfiguration {
        var configuration = RecorderConfiguration()
        configuration.ringBytes = 1 << 18
        configuration.overflowPolicy = .wait
        return configuration
    }
}

private final class KeepingSink: InvocationSink {
    let isFinished = Atomic<Bool>(false)

    func write(_ batch: SinkBatch) {}
    func finish() { isFinished.store(true, ordering: .relaxed) }
}
