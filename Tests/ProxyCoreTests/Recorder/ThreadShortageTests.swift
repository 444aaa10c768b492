// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProxyCore
import Testing

/// The process has as many threads as it may have.
@Suite struct ThreadShortageTests {
    private let starter = Starter()
    private let text = String(repeating: "x", count: 1_000)

    private func recorder(memory: Int = 1_000_000) -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.ringBytes = 1 << 18
        configuration.overflowPolicy = .wait
        configuration.storedCountLimit = memory
        configuration.startThread = starter.start
        return Recorder(configuration)
    }

    private func proxy(_ recorder: Recorder) -> SampleProxy {
        let proxy = SampleProxy(recorder: recorder)
        proxy.setForwardDelegate(SampleTarget(), retain: true)
        return proxy
    }

    @Test func withoutADrainNothingIsRecordedAndTheProgramGoesOn() async {
        starter.refused.change { $0 = ["recorder-drain"] }
        let recorder = recorder()
        let proxy = proxy(recorder)
        for number in 0..<1_000 { proxy.count(number, named: text) }
        await onThread { [text] in for number in 0..<1_000 { proxy.count(number, named: text) } }
        recorder.flush()
        var status = recorder.status
        #expect(status.calls == 2_000 && status.suppressed == 2_000 && !recorder.isRecording)
        #expect(status.failure?.contains("error \(EAGAIN) of pthread_create") == true)
        #expect(starter.attempts == ["recorder-drain"])
        recorder.resume()
        #expect(!recorder.isRecording && starter.attempts.count == 2)
        starter.refused.change { $0 = [] }
        recorder.resume()
        #expect(recorder.isRecording)
        for number in 0..<1_000 { proxy.count(number, named: text) }
        recorder.flush()
        status = recorder.status
        #expect(status.recorded == 1_000 && status.suppressed == 2_000 && status.failure == nil)
    }

    @Test func callersDoNotWaitForASinkWithoutAThread() {
        starter.refused.change { $0 = ["recorder-sink"] }
        let recorder = recorder(memory: 1_000)
        let sink = CountingSink()
        recorder.attach(sink)
        let proxy = proxy(recorder)
        for number in 0..<5_000 { proxy.count(number, named: "n") }
        recorder.flushSink()
        #expect(recorder.status.recorded == 5_000 && sink.counts.value.written == 0)
        #expect(recorder.sinkStatus?.failure?.contains("error \(EAGAIN) of pthread_create") == true)
        starter.refused.change { $0 = [] }
        recorder.flushSink()
        #expect(recorder.sinkStatus?.failure == nil)
        recorder.detachSink()
        let counts = sink.counts.value
        #expect(counts.written > 0 && counts.written + counts.missed == 5_000 && counts.ends == 1)
    }

    @Test func aSinkWithoutAThreadIsFinishedAllTheSame() {
        starter.refused.change { $0 = ["recorder-sink"] }
        let recorder = recorder()
        let sink = CountingSink()
        recorder.attach(sink)
        proxy(recorder).count(1, named: "n")
        let status = recorder.detachSink()
        #expect(sink.counts.value.ends == 1 && status?.waiting == 1)
        #expect(recorder.sinkStatus == nil)
    }

    @Test func theSinksOwnThreadWritesAFloodWhenThereIsNoOther() {
        starter.refused.change { $0 = ["recorder-bulk"] }
        let recorder = recorder()
        let proxy = proxy(recorder)
        for number in 0..<20_000 { proxy.count(number, named: "n") }
        recorder.flush()
        let sink = CountingSink()
        recorder.attach(sink)
        while sink.counts.value.written < 20_000 { sched_yield() }
        recorder.detachSink()
        #expect(sink.counts.value.written == 20_000 && sink.counts.value.missed == 0)
        #expect(starter.attempts.contains("recorder-bulk"))
    }
}

/// Starts threads, save for those that it is to refuse.
private final class Starter: Sendable {
    let refused = Guarded<Set<String>>([])
    private let names = Guarded<[String]>([])

    var attempts: [String] { names.value }

    var start: LibraryThread.Start {
        { [self] name, body in
            names.change { $0.append(name) }
            return refused.value.contains(name) ? EAGAIN : LibraryThread.start(name, body)
        }
    }
}

private final class CountingSink: InvocationSink {
    struct Counts {
        var written = 0
        var missed = 0
        var ends = 0
    }

    let counts = Guarded(Counts())

    func write(_ batch: SinkBatch) {
        counts.change { counts in
            counts.written += batch.count
            counts.missed += Int(batch.missed)
        }
    }

    func finish() { counts.change { $0.ends += 1 } }
}
