// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import InspectorServer
import ProxyCore
import Testing

@testable import FileStore
@testable import FilterTestSupport

/// Which calls of a recording a test repeats.
@Suite struct FleetTestWritingTests {
    private let folder = TemporaryFolder()

    /// Calls that a target answered.
    private func calls(_ count: Int, of epoch: String, like template: Invocation) -> [Invocation] {
        (1...UInt64(count)).map { number in
            var call = template
            call.id = InvocationID(epoch: epoch, seq: number)
            (call.position, call.parent, call.depth, call.target) = (number, nil, 0, "Shelf")
            (call.state, call.returnPath, call.result, call.error) = (.returned, .target, nil, nil)
            call.startedAtNanoseconds += Int64(number) * 1_000_000
            return call
        }
    }

    /// Regression test: a test had the calls of all processes, which have the same numbers.
    @Test func callsOfSeveralProcessesAreRefusedAndThoseOfOneAreNot() throws {
        var traffic = FleetTraffic(2)
        for index in 0..<2 { traffic.record(40, by: index) }
        let template = try #require(traffic.calls.first { $0.arguments.isEmpty })
        let epochs = traffic.recorders.map(\.epoch)
        let batches = (0..<2).map { index in
            FleetBatch(
                process: traffic.process(index),
                after: .start,
                through: FleetPlace(position: 3),
                lines: calls(3, of: epochs[index], like: template).flatMap { InvocationEncoder.encode($0) + [10] },
                arrivedAtNanoseconds: 0
            )
        }
        let recording = try FleetRecording(path: folder.file().path)
        #expect(try recording.write(batches, through: 2).calls == 6)
        let recorder = Recorder(replaying: recording.history)
        let fault = #expect(throws: RecordedCalls.Fault.self) {
            try RecordedCalls(recorder, of: nil, matching: InvocationFilter(""), limit: 9)
        }
        #expect(fault?.epochs.sorted() == epochs.sorted() && fault?.targets.isEmpty == true)
        #expect(fault?.description.hasPrefix("The calls are those of 2 processes") == true)
        for epoch in epochs {
            let filter = try InvocationFilter("process:\(epoch)")
            let recorded = try RecordedCalls(recorder, of: nil, matching: filter, limit: 9)
            #expect(recorded.calls.map(\.id.epoch) == [epoch, epoch, epoch] && recorded.nested == 0)
        }
    }

    /// Regression test: calls that were each other's parents were followed for ever.
    @Test(arguments: ["0", "CASE id % 2 WHEN 1 THEN 1 ELSE -1 END"])
    func aCircleOfParentsInAForgedFileIsNotFollowed(distance: String) throws {
        try folder.record(60)
        // The bits above are the number of the run.
        try folder.change("UPDATE record SET parent = (id & 0xFFFFFFFFFF) + \(distance)")
        let recorder = try Recorder(replaying: folder.file())
        let all = recorder.invocations().items
        #expect(!all.isEmpty && all.allSatisfy { $0.parent.map { parent in parent.seq } ?? 0 < $0.seq })
        let target = try #require(all.compactMap(\.target).first)
        let recorded = try RecordedCalls(recorder, of: target, matching: InvocationFilter(""), limit: 100)
        #expect(recorded.target == target)
    }
}
