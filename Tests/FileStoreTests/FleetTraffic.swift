// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import ProxyCore

@testable import FilterTestSupport

/// Several recorders that stand for processes, and the batches that relays make of their streams.
struct FleetTraffic {
    private var traffics: [FilterTraffic]
    private var places: [StreamPlace]
    private var releases: [String] = []

    init(_ count: Int) {
        traffics = (1...count).map { FilterTraffic(seed: UInt64($0)) }
        places = Array(repeating: StreamPlace(position: 0, number: 0), count: count)
    }

    /// Processes of services and versions such as `shop@1.2`, started one after the other.
    init(releases: [String]) {
        self.init(releases.count)
        self.releases = releases
    }

    var recorders: [Recorder] { traffics.map(\.recorder) }

    mutating func record(_ count: Int, by process: Int) { traffics[process].record(count) }

    func process(_ index: Int) -> FleetProcess {
        let release = releases.isEmpty ? index % 2 == 0 ? "shop@1.\(index)" : "mail" : releases[index]
        let parts = release.split(separator: "@").map(String.init)
        return FleetProcess(
            epoch: recorders[index].epoch,
            facts: ProcessFacts(
                service: parts[0],
                version: parts.count > 1 ? parts[1] : nil,
                host: "web-\(index)",
                id: 4_000 + Int64(index)
            ),
            program: "program \(index)",
            startedAtNanoseconds: 1_000 + Int64(index)
        )
    }

    /// What a process has recorded since its last batch, at most `limit` calls; nil for nothing.
    mutating func batch(of index: Int, limit: Int = 1_000) -> FleetBatch? {
        let recorder = recorders[index]
        recorder.settleAllProxyEvents()
        let after = places[index]
        let part = recorder.streamed(after: after, limit: limit, matching: .everything)
        guard part.end != after else { return nil }
        places[index] = part.end
        var lines: [UInt8] = []
        var events = part.events[...]
        for call in part.calls.items {
            while let event = events.first, event.position ?? 0 < call.position ?? 0 {
                lines += events.removeFirst().json(epoch: recorder.epoch) + [10]
            }
            lines += InvocationEncoder.encode(call) + [10]
        }
        for event in events { lines += event.json(epoch: recorder.epoch) + [10] }
        return FleetBatch(
            process: process(index),
            after: FleetPlace(position: after.position, number: after.number),
            through: FleetPlace(position: part.end.position, number: part.end.number),
            lines: lines,
            arrivedAtNanoseconds: 0
        )
    }

    struct Nothing: Error {}

    /// As `batch`, for a process that has recorded something.
    mutating func someBatch(of index: Int, limit: Int = 1_000) throws -> FleetBatch {
        guard let batch = batch(of: index, limit: limit) else { throw Nothing() }
        return batch
    }

    /// All stored calls of all processes, in the order of their starts.
    var calls: [Invocation] {
        var calls: [Invocation] = []
        for recorder in recorders {
            var query = InvocationQuery()
            query.order = .ascending
            var cursor = recorder.cursor(query)
            while !cursor.isAtEnd { calls += cursor.next() }
        }
        // In microseconds, as texts have them.
        return calls.sorted { left, right in
            (left.startedAtNanoseconds / 1_000, left.id.epoch, left.seq)
                < (right.startedAtNanoseconds / 1_000, right.id.epoch, right.seq)
        }
    }
}
