// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import FilterTestSupport

/// Compares timelines with the individual invocations.
@Suite struct TimelineTests {
    @Test(arguments: ["", "is:nested", "state:threw", "selector:text | arg:7", "-owner:Parser"], [1, 3, 16, 1_000])
    func addsUpWhatTheCallsSay(_ text: String, buckets: Int) throws {
        var traffic = FilterTraffic(seed: 11)
        traffic.record(200)
        let filter = try InvocationFilter(text)
        let timeline = traffic.recorder.timeline(buckets: buckets, matching: filter, within: .seconds(60))
        let expected = Reference(all(in: traffic.recorder), filter, bucketCount: buckets)
        #expect(Reference.buckets(of: timeline) == expected.buckets)
        #expect(timeline.bucketNanoseconds == expected.width)
        #expect(timeline.startNanoseconds == expected.start)
        #expect(timeline.count.isExact && timeline.count.matched == expected.buckets.reduce(0) { $0 + $1.count })
        #expect(timeline.buckets.count <= buckets)
    }

    @Test func countsTheBusyTimeOfEachThread() async throws {
        let recorder = Recorder()
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        let target = TrafficTarget()
        proxy.setForwardDelegate(target, retain: true)
        target.onText = { proxy.nothing() }
        await onThreads(4) { _ in for number in 0..<50 { proxy.text("", foundCount: number) } }
        recorder.flush()
        let calls = all(in: recorder)
        let busy = calls.filter { $0.depth == 0 }.reduce(0) { $0 + ($1.durationNanoseconds ?? 0) }
        let timeline = recorder.timeline(buckets: 7, within: .seconds(60))
        #expect(timeline.buckets.reduce(0) { $0 + $1.busyNanoseconds } == busy)
        #expect(Reference.buckets(of: timeline) == Reference(calls, .everything, bucketCount: 7).buckets)
    }

    @Test func cutsAPeriodOut() throws {
        var traffic = FilterTraffic(seed: 12)
        traffic.record(100)
        let calls = all(in: traffic.recorder)
        let (first, last) = (calls[calls.count / 4], calls[calls.count / 2])
        let period = first.startedAtNanoseconds..<last.startedAtNanoseconds
        let timeline = traffic.recorder.timeline(buckets: 5, period: period, within: .seconds(60))
        let expected = Reference(calls, .everything, bucketCount: 5, period: period)
        #expect(Reference.buckets(of: timeline) == expected.buckets)
        #expect(timeline.startNanoseconds == period.lowerBound)
        #expect(timeline.endNanoseconds >= period.upperBound)
        let far = period.upperBound + 1_000_000_000_000..<period.upperBound + 1_000_000_000_010
        #expect(traffic.recorder.timeline(buckets: 5, period: far).buckets.allSatisfy { $0.count == 0 })
    }

    @Test func isEmptyWhenNothingIsStored() {
        let timeline = Recorder().timeline(buckets: 10)
        #expect(timeline.buckets.isEmpty && timeline.count.isExact)
        #expect(timeline.startNanoseconds == timeline.endNanoseconds)
    }

    @Test func saysWhenTheTimeWasOver() {
        var traffic = FilterTraffic(seed: 13)
        traffic.record(3_000)
        let timeline = traffic.recorder.timeline(buckets: 10, within: .zero)
        #expect(!timeline.count.isExact && timeline.count.matched > 0)
    }

    private func all(in recorder: Recorder) -> [Invocation] {
        var query = InvocationQuery()
        query.order = .ascending
        var cursor = recorder.cursor(query)
        var all: [Invocation] = []
        while !cursor.isAtEnd { all += cursor.next() }
        return all
    }
}

/// A timeline computed from invocations, without the recorder's shortcuts.
private struct Reference {
    /// Calls, errors and busy nanoseconds.
    struct Bucket: Equatable {
        var count = 0
        var errors = 0
        var busyNanoseconds: UInt64 = 0
    }

    var buckets: [Bucket]
    var width: UInt64
    var start: Int64

    init(_ calls: [Invocation], _ filter: InvocationFilter, bucketCount: Int, period: Range<Int64>? = nil) {
        func end(_ call: Invocation) -> Int64 { call.startedAtNanoseconds + Int64(call.durationNanoseconds ?? 0) }
        start = period?.lowerBound ?? calls.map(\.startedAtNanoseconds).min() ?? 0
        let last = period?.upperBound ?? (calls.map(end).max() ?? 0) + 1
        width = UInt64((last - start - 1) / Int64(bucketCount) + 1)
        buckets = Array(repeating: Bucket(), count: Int((last - start - 1) / Int64(width) + 1))
        let passing = calls.filter { filter.matches($0) }
        for call in passing where call.startedAtNanoseconds >= start && call.startedAtNanoseconds < last {
            let bucket = Int((call.startedAtNanoseconds - start) / Int64(width))
            buckets[bucket].count += 1
            if call.state == .threw { buckets[bucket].errors += 1 }
        }
        for thread in Dictionary(grouping: passing, by: \.thread.id).values {
            addBusyTime(
                of: thread.map { call in
                    let from = min(max(call.startedAtNanoseconds, start), last)
                    return from..<max(from, min(end(call), last))
                }
            )
        }
    }

    static func buckets(of timeline: Timeline) -> [Bucket] {
        timeline.buckets.map { Bucket(count: $0.count, errors: $0.errors, busyNanoseconds: $0.busyNanoseconds) }
    }

    /// Each nanosecond counts once, even if several calls overlap.
    private mutating func addBusyTime(of spans: [Range<Int64>]) {
        var covered = start
        for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            var from = max(span.lowerBound, covered)
            while from < span.upperBound {
                let bucket = Int((from - start) / Int64(width))
                let to = min(span.upperBound, start + Int64(bucket + 1) * Int64(width))
                buckets[bucket].busyNanoseconds += UInt64(to - from)
                from = to
            }
            covered = max(covered, span.upperBound)
        }
    }
}
