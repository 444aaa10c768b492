// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CClock
import FaultySystem
import FileStore
import Foundation
import ProxyCore
import Testing

@testable import FilterTestSupport

@Suite struct WallClockTests {
    @Test func aRecordingHasTheWallClockTimesThatAppliedToItsCalls() async {
        await #expect(processExitsWith: .success) {
            cclock_replace(faulty_clock_ticks, faulty_clock_wall)
            let folder = TemporaryFolder()
            var configuration = RecorderConfiguration()
            configuration.overflowPolicy = .wait
            let recorder = Recorder(configuration)
            try recorder.keep(in: .file(folder.file()))
            let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
            proxy.nothing()
            recorder.flush()
            let day: Int64 = 86_400_000_000_000
            faulty_clock_step_wall(day)
            proxy.nothing()
            recorder.detachSink()
            var query = InvocationQuery()
            query.order = .ascending
            let live = recorder.invocations(query).items.map(\.startedAtNanoseconds)
            let stored = try Recorder(replaying: folder.file()).invocations(query).items.map(\.startedAtNanoseconds)
            precondition(live.count == 2 && live[1] - live[0] >= day, "\(live)")
            precondition(stored == live, "\(stored) \(live)")
        }
    }
}
