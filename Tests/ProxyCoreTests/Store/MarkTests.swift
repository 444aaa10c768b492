// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@Suite struct MarkTests {
    let target = SampleTarget()

    /// A recorder that stores at most `count` invocations, and one of its proxies.
    private func recorder(storing count: Int) -> (Recorder, SampleProxy) {
        var configuration = RecorderConfiguration()
        configuration.storedCountLimit = count
        configuration.overflowPolicy = .wait
        let recorder = Recorder(configuration)
        let proxy = SampleProxy(recorder: recorder)
        proxy.setForwardDelegate(target, retain: true)
        return (recorder, proxy)
    }

    private func call(_ proxy: SampleProxy, _ numbers: Range<Int>) {
        for number in numbers { proxy.count(number, named: "n") }
        proxy.recorder.flush()
    }

    private func stored(_ recorder: Recorder) -> [Invocation] {
        var query = InvocationQuery()
        query.order = .ascending
        query.limit = 1_000
        return recorder.invocations(query).items
    }

    private func id(_ recorder: Recorder, _ seq: UInt64) -> InvocationID {
        InvocationID(epoch: recorder.epoch, seq: seq)
    }

    @Test func changesOnlyWhatIsGiven() throws {
        let (recorder, proxy) = recorder(storing: 100)
        call(proxy, 0..<2)
        recorder.mark(id(recorder, 2), marked: true, comment: "look here")
        recorder.mark(id(recorder, 2), marked: false)
        guard case .found(let call) = recorder.mark(id(recorder, 2)) else { throw Missing() }
        #expect(!call.isMarked && call.comment == "look here")
        recorder.mark(id(recorder, 2), comment: "")
        #expect(stored(recorder).map(\.comment) == [nil, nil])
    }

    @Test func tellsEvictedFromUnknown() {
        let (recorder, proxy) = recorder(storing: 16)
        call(proxy, 0..<100)
        guard case .evicted = recorder.mark(id(recorder, 1), marked: true) else { Issue.record("not evicted"); return }
        guard case .unknown = recorder.mark(id(recorder, 101), marked: true) else { Issue.record("known"); return }
        let other = InvocationID(epoch: "00000000", seq: 100)
        guard case .unknown = recorder.mark(other, marked: true) else { Issue.record("other epoch"); return }
        #expect(stored(recorder).allSatisfy { !$0.isMarked })
    }

    @Test func evictsMarkedInvocationsLast() {
        let (recorder, proxy) = recorder(storing: 32)
        call(proxy, 0..<20)
        recorder.mark(id(recorder, 3), marked: true, comment: "third")
        recorder.mark(id(recorder, 11), marked: true)
        call(proxy, 20..<500)
        let kept = stored(recorder)
        #expect(kept.prefix(2).map(\.seq) == [3, 11])
        #expect(kept.prefix(2).map(\.position) == [3, 11])
        #expect(kept.first?.comment == "third")
        #expect(kept.first?.arguments.first?.value.content == .signed(2))
        #expect(kept.last?.seq == 500)
        let status = recorder.status
        #expect(status.stored == UInt64(kept.count) && status.stored + status.evicted == 500)
    }

    @Test func evictsMarkedInvocationsWhenNothingElseIsLeft() {
        let (recorder, proxy) = recorder(storing: 32)
        for number in 0..<200 {
            call(proxy, number..<number + 1)
            recorder.mark(id(recorder, UInt64(number + 1)), marked: true)
        }
        let kept = stored(recorder)
        #expect(kept.count <= 32 && kept.count >= 28)
        #expect(kept.last?.seq == 200)
        #expect(kept.map(\.seq) == kept.map(\.seq).sorted())
        #expect(recorder.status.stored + recorder.status.evicted == 200)
    }

    @Test func letsAnInvocationGoThatIsNoLongerMarked() {
        let (recorder, proxy) = recorder(storing: 16)
        call(proxy, 0..<4)
        recorder.mark(id(recorder, 2), marked: true)
        call(proxy, 4..<100)
        #expect(stored(recorder).first?.seq == 2)
        recorder.mark(id(recorder, 2), marked: false)
        call(proxy, 100..<200)
        #expect(stored(recorder).allSatisfy { $0.seq > 100 })
    }

    @Test func clearsWithOrWithoutTheMarkedOnes() {
        let (recorder, proxy) = recorder(storing: 100)
        call(proxy, 0..<10)
        recorder.mark(id(recorder, 4), marked: true)
        recorder.mark(id(recorder, 5), comment: "goes with its invocation")
        recorder.clear(includingMarked: false)
        #expect(stored(recorder).map(\.seq) == [4])
        #expect(recorder.status.cleared == 9)
        recorder.clear()
        #expect(stored(recorder).isEmpty)
        #expect(recorder.status.cleared == 10)
    }

    @Test func keepsAStreamAwayFromWhatOutlivedItsTime() {
        let (recorder, proxy) = recorder(storing: 16)
        call(proxy, 0..<10)
        recorder.mark(id(recorder, 5), marked: true)
        call(proxy, 10..<100)
        let batch = recorder.completed(after: 2)
        let first = batch.items.first?.position ?? 0
        #expect(first > 80 && batch.missed == first - 3)
        #expect(batch.items.map(\.position) == (first...100).map { $0 })
    }

    @Test func marksACallThatIsRunning() throws {
        let (recorder, proxy) = recorder(storing: 16)
        target.onCount = { [recorder] in
            recorder.flush()
            recorder.mark(InvocationID(epoch: recorder.epoch, seq: 1), marked: true)
        }
        call(proxy, 0..<1)
        #expect(stored(recorder).map(\.isMarked) == [true])
    }

    @Test func cutsACommentBetweenCharacters() throws {
        let (recorder, proxy) = recorder(storing: 16)
        call(proxy, 0..<1)
        recorder.mark(id(recorder, 1), comment: String(repeating: "👩‍🚀", count: 2_000))
        let comment = try #require(stored(recorder).first?.comment)
        #expect(comment.utf8.count <= Recorder.commentBytesLimit)
        #expect(comment.utf8.count > Recorder.commentBytesLimit - 64)
        #expect(comment.allSatisfy { $0 == "👩‍🚀" })
    }

    private struct Missing: Error {}
}
