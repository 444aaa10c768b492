// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import InspectorServer

/// Where streams join the ring that they share.
@Suite struct EventViewTests {
    /// Regression test: a stream that was still sent stored calls was then told that it missed some of them.
    @Test func aStreamJoinsBeforeOrAfterAGapOfTheRingButNotInside() throws {
        let calls = SampleCalls { $0.storedCountLimit = 500 }
        var configuration = InspectorServerConfiguration()
        configuration.port = 0
        let daemon = try HTTPDaemon(configuration) { _ in { _ in HTTPResponse(status: 404) } }
        defer { daemon.stop(farewell: []) }
        calls.read(1)
        calls.recorder.flush()
        let start = calls.recorder.streamEnd
        let view = try EventView(StreamRequest(), calls.recorder, on: daemon, heartbeat: .seconds(15))
        calls.read(20_000)
        calls.recorder.flush()
        while view.pump() {}
        let end = try #require(calls.recorder.oldestPosition) - 1
        #expect(end > start.position + 2)
        for (position, joins) in [(start.position, true), (start.position + 1, false), (end - 1, false), (end, true)] {
            let stream = try EventStream(server: daemon.handle.pointer, .events)
            let place = StreamPlace(position: position, number: start.number)
            #expect(try view.join(stream, after: place) == joins, "\(position)")
        }
    }

    @Test func aGapThatIsForgottenCountsWithAllBeforeIt() {
        var gaps = RingGaps()
        for number in 1...UInt64(RingGaps.limit) { gaps.add(from: 10 * number, to: 10 * number + 5) }
        #expect(gaps.contains(11) && gaps.contains(14) && !gaps.contains(10) && !gaps.contains(15) && !gaps.contains(1))
        gaps.add(from: 1_000, to: 1_005)
        #expect(gaps.contains(1) && gaps.contains(14) && !gaps.contains(15) && gaps.contains(24))
    }
}
