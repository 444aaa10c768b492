// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore
import Synchronization
import Testing

/// Eight threads with nested calls, and a concurrent reader.
///
/// `RECORDER_STRESS_CALLS=1000000 swift test -c release -Xswiftc -enable-testing --filter ManyThreadsTests` makes each
/// thread call a million times; the default keeps the tests short.
@Suite struct ManyThreadsTests {
    static let threads = 8
    static let calls =
        ProcessInfo.processInfo.environment["RECORDER_STRESS_CALLS"].flatMap { Int($0) } ?? 2_000

    @Test func everyCallIsRecordedWholeAndOnceInBothOrders() async throws {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        let recorder = Recorder(configuration)
        let total = UInt64(Self.threads * Self.calls)
        let reader = Guarded(CallFollower())
        let following = Dispatched {
            while reader.value.position < total { reader.change { $0.read(recorder) } }
        }
        await onThreads(Self.threads) { thread in
            let target = NestingTarget()
            let outer = SampleProxy(recorder: recorder)
            let inner = SampleProxy(recorder: recorder)
            outer.setForwardDelegate(target, retain: true)
            inner.setForwardDelegate(NestingTarget(), retain: true)
            target.inner = inner
            for number in 0..<Self.calls / 2 { outer.count(thread << 32 | number, named: "\(thread):\(number)") }
        }
        recorder.flush()
        following.wait()
        let seen = reader.value
        #expect(seen.torn == 0)
        #expect(seen.positionFaults == 0)
        #expect(seen.repeatedSeqs == 0)
        #expect(UInt64(seen.count) + seen.missed == total)
        #expect(seen.missed > 0 || seen.largestSeq == total)
        #expect(seen.missed > 0 || seen.orphans == 0)
        #expect(seen.missed > 0 || seen.nested == Int(total) / 2)
        let status = recorder.status
        #expect(status.recorded == total && status.dropped == 0 && status.running == 0)
        #expect(status.stored + status.evicted == total && status.lastSeq == total && status.lastPosition == total)
        #expect(recorder.selectors.reduce(0) { $0 + $1.calls } == total)
    }
}

/// Repeats each call on another proxy, so that calls nest.
private final class NestingTarget: SampleDelegate {
    weak var inner: SampleProxy?

    func count(_ number: Int, named name: String) { inner?.count(number, named: name) }
    func answer(to question: String) -> Int { 0 }
    func load(_ path: String) throws -> [String] { [] }
    func changed(_ values: [String: Int], _ object: AnyObject, _ optional: String?) {}
}

/// Reads everything recorded in the order of completion, and checks invariants.
private struct CallFollower: Sendable {
    private(set) var position: UInt64 = 0
    private(set) var count = 0
    private(set) var missed: UInt64 = 0
    private(set) var torn = 0
    private(set) var positionFaults = 0
    private(set) var repeatedSeqs = 0
    private(set) var nested = 0
    private(set) var largestSeq: UInt64 = 0
    private var seqs = Set<UInt64>()
    private var parents = Set<UInt64>()

    /// Parents that never appeared.
    var orphans: Int { parents.subtracting(seqs).count }

    mutating func read(_ recorder: Recorder) {
        let batch = recorder.completed(after: position, limit: 10_000)
        missed += batch.missed
        var expected = position + batch.missed
        for call in batch.items {
            expected += 1
            if call.position != expected { positionFaults += 1 }
            if !seqs.insert(call.seq).inserted { repeatedSeqs += 1 }
            if let parent = call.parent {
                parents.insert(parent.seq)
                nested += 1
                if parent.seq >= call.seq || call.depth != 1 { torn += 1 }
            }
            if !isWhole(call) { torn += 1 }
            largestSeq = max(largestSeq, call.seq)
        }
        count += batch.items.count
        position = max(position, batch.lastPosition)
    }

    /// Whether the number and name of a call are consistent.
    private func isWhole(_ call: Invocation) -> Bool {
        guard case .signed(let number) = call.arguments[0].value.content,
            case .text(let name) = call.arguments[1].value.content
        else { return false }
        return name == "\(number >> 32):\(number & 0xFFFF_FFFF)" && call.state == .returned
    }
}
