// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CallExport
internal import ProxyCore

/// Takes calls from a recorder that have ended, and makes requests of them.
///
/// The recorder's memory is the queue: nothing else is kept but a position in it, and the numbers of calls whose closures
/// may still be called.
struct SpanSource {
    /// Calls from the recorder for one request.
    struct Batch {
        /// Number of calls.
        var count: Int
        /// Calls before it that were evicted.
        var missed: UInt64
        /// Position up to which everything was looked at.
        var position: UInt64
    }

    /// Calls that wait for their closures; with more, the oldest are sent as they are.
    private static let mostPending = 4_096

    private let recorder: Recorder
    private let configuration: OTLPConfiguration
    private(set) var position: UInt64 = 0
    /// The calls of the last batch.
    private(set) var requests: SpanRequests
    /// Numbers of calls that wait for their closures, with the time until which they do, oldest first.
    private var pending: [(seq: UInt64, until: ContinuousClock.Instant)] = []

    init(_ recorder: Recorder, _ configuration: OTLPConfiguration) {
        self.recorder = recorder
        self.configuration = configuration
        requests = SpanRequests(recorder, configuration)
    }

    /// Calls that wait for their closures.
    var pendingCount: Int { pending.count }

    /// Calls that were not in a batch yet: those that wait, and those that come after the last batch.
    var leftCount: UInt64 {
        UInt64(pending.count) + recorder.completedCount(after: position, matching: configuration.filter)
    }

    /// Collects calls for the next request.
    ///
    /// - Parameter isLast: Whether calls no longer wait for their closures.
    mutating func next(isLast: Bool) -> Batch {
        requests.removeAll()
        takePending(isLast: isLast)
        var batch = Batch(count: 0, missed: 0, position: position)
        while requests.count < configuration.batchCount {
            let limit = configuration.batchCount - requests.count
            let found = recorder.completed(after: batch.position, limit: limit, matching: configuration.filter)
            batch.missed += found.missed
            for call in found.items { take(call, isLast: isLast) }
            guard found.lastPosition > batch.position else { break }
            batch.position = found.lastPosition
        }
        position = batch.position
        batch.count = requests.count
        return batch
    }

    private mutating func take(_ call: Invocation, isLast: Bool) {
        let waits = !isLast && call.completions.contains { $0.state == .pending } && pending.count < Self.mostPending
        if waits {
            pending.append((call.seq, .now + configuration.completionTime))
        } else {
            requests.add(call)
        }
    }

    /// Takes the calls that have waited for their closures long enough.
    private mutating func takePending(isLast: Bool) {
        guard !pending.isEmpty else { return }
        let now = ContinuousClock.now
        var left: [(seq: UInt64, until: ContinuousClock.Instant)] = []
        for entry in pending {
            guard requests.count < configuration.batchCount else {
                left.append(entry)
                continue
            }
            guard case .found(let call) = recorder.invocation(seq: entry.seq) else { continue }
            let isDone = !call.completions.contains { $0.state == .pending }
            if isDone || isLast || now >= entry.until { requests.add(call) } else { left.append(entry) }
        }
        pending = left
    }
}
