// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import ProxyCore
import Testing

@testable import FileStore
@testable import FilterTestSupport

/// Questions about the calls of one process among those of many.
@Suite struct FleetChildrenTests {
    private let folder = TemporaryFolder()
    private let start: Int64 = 1_700_000_000_000_000_000
    private let second: Int64 = 1_000_000_000

    private func batch(_ calls: [Invocation], _ process: FleetProcess) -> FleetBatch {
        FleetBatch(
            process: process,
            after: .start,
            through: FleetPlace(position: UInt64(calls.count)),
            lines: calls.flatMap { InvocationEncoder.encode($0) + [10] },
            arrivedAtNanoseconds: 0
        )
    }

    /// Regression test: the calls of all processes were searched for 50 ms, and children behind very many calls of
    /// others were not among those that a call has.
    @Test func aCallHasItsChildrenAmongVeryManyCallsOfOthers() throws {
        var traffic = FleetTraffic(2)
        for index in 0..<2 { traffic.record(40, by: index) }
        let template = try #require(traffic.calls.first { $0.arguments.isEmpty })
        func call(_ seq: UInt64, _ process: Int, position: UInt64, at offset: Int64, lasting: Int64) -> Invocation {
            var call = template
            call.id = InvocationID(epoch: traffic.recorders[process].epoch, seq: seq)
            (call.position, call.parent) = (position, nil)
            (call.startedAtNanoseconds, call.durationNanoseconds) = (start + offset, UInt64(lasting))
            return call
        }
        let parent = call(1, 0, position: 2, at: 0, lasting: 10 * second)
        var child = call(2, 0, position: 1, at: 9 * second, lasting: 1_000)
        child.parent = parent.id
        let others = (1...10_000).map { number in
            call(UInt64(number), 1, position: UInt64(number), at: Int64(number) * 800_000, lasting: 1_000)
        }
        let recording = try FleetRecording(path: folder.file().path)
        let batches = [batch([child, parent], traffic.process(0)), batch(others, traffic.process(1))]
        #expect(try recording.write(batches, through: 2).calls == 10_002)
        let recorder = Recorder(replaying: recording.history)
        let (key, childKey) = (try #require(recorder.key(of: parent.id)), try #require(recorder.key(of: child.id)))
        #expect(recorder.children(of: key) == [childKey])
    }

    @Test func processesOfWhichNoCallPassesAreNotRead() throws {
        var traffic = FleetTraffic(3)
        let recording = try FleetRecording(path: folder.file().path)
        for index in 0..<3 {
            traffic.record(20, by: index)
            try recording.write([try traffic.someBatch(of: index)], through: UInt64(index + 1))
        }
        let history = recording.history
        func read(_ filter: String) throws -> [String] {
            let request = HistoryRequest(try InvocationFilter(filter), time: .seconds(1))
            let merge = history.read { db in try FleetMerge(request, try history.periods(db), db) }
            return try #require(merge).requests.map(\.part.process.epoch)
        }
        let epochs = traffic.recorders.map(\.epoch)
        #expect(try read("process:=\(epochs[1])") == [epochs[1]])
        #expect(try read("process:4002 state:threw") == [epochs[2]])
        #expect(try read("-host:web-0") == [epochs[1], epochs[2]])
        #expect(try read("host:web-0 | state:threw") == epochs)
        #expect(try read("host:elsewhere").isEmpty)
    }
}
