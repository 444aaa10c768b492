// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CallExport
internal import ProxyCore

/// Takes calls from a recorder that have ended, and makes requests of them.
///
/// The recorder's memory is the queue: nothing else is kept but a position in it, and the numbers of calls that wait,
/// because their closures may still be called, or because a running call around them may become their parent.
struct SpanSource {
    /// Calls from the recorder for one request.
    struct Batch {
        /// Number of calls.
        var count: Int
        /// Calls before it that were evicted, also while they waited.
        var missed: UInt64
        /// Position up to which everything was looked at.
        var position: UInt64
    }

    /// A call that waits.
    private struct Waiting {
        var seq: UInt64
        /// Until when it waits at most.
        var until: ContinuousClock.Instant
        /// The running call whose end decides which parent it has.
        var outer: UInt64?
    }

    private let recorder: Recorder
    private let configuration: OTLPConfiguration
    private let mostPending: Int
    private let around: SurroundingCalls
    private(set) var position: UInt64 = 0
    /// The calls of the last batch.
    private(set) var requests: SpanRequests
    /// Calls that wait, oldest first.
    private var pending: [Waiting] = []

    /// - Parameter mostPending: Calls that wait; with more, the oldest are sent as they are.
    init(_ recorder: Recorder, _ configuration: OTLPConfiguration, mostPending: Int = 4_096) {
        self.recorder = recorder
        self.configuration = configuration
        self.mostPending = mostPending
        let around = SurroundingCalls(recorder, passing: configuration.filter)
        self.around = around
        requests = SpanRequests(recorder, configuration) { around.find($0) }
    }

    /// Calls that wait.
    var pendingCount: Int { pending.count }

    /// Calls that were not in a batch yet: those that wait, and those that come after the last batch, up to a position.
    func leftCount(through end: UInt64) -> UInt64 {
        UInt64(pending.count) + recorder.completedCount(after: position, through: end, matching: configuration.filter)
    }

    /// Collects calls for the next request.
    ///
    /// - Parameters:
    ///   - isLast: Whether calls no longer wait.
    ///   - end: Position of the last call that is wanted. Default: all.
    mutating func next(isLast: Bool, through end: UInt64 = .max) -> Batch {
        requests.removeAll()
        var batch = Batch(count: 0, missed: 0, position: position)
        forgetRunning()
        takePending(isLast: isLast, &batch)
        while requests.count < configuration.batchCount, batch.position < end {
            let limit = configuration.batchCount - requests.count
            let found = recorder.completed(after: batch.position, limit: limit, matching: configuration.filter)
            batch.missed += min(found.missed, end - batch.position)
            // None of these is running any more.
            forgetRunning()
            for call in found.items where call.position ?? 0 <= end { take(call, isLast: isLast, &batch) }
            guard found.lastPosition > batch.position else { break }
            batch.position = min(found.lastPosition, end)
        }
        position = batch.position
        batch.count = requests.count
        return batch
    }

    /// Lets the calls around others be read anew.
    private mutating func forgetRunning() {
        around.forgetRunning()
        requests.forgetUnsettled()
    }

    /// Adds a call to the request, or lets it wait, and with too many that do, adds the one that has waited longest.
    private mutating func take(_ call: Invocation, isLast: Bool, _ batch: inout Batch) {
        let outer = isLast ? nil : requests.awaited(by: call)
        guard !isLast, outer != nil || call.hasPendingClosures else { return add(call) }
        pending.append(Waiting(seq: call.seq, until: .now + configuration.completionTime, outer: outer))
        guard pending.count > mostPending else { return }
        let oldest = pending.removeFirst()
        if let call = stored(oldest, &batch) { add(call) }
    }

    /// Adds a call to the request, with the functions of its backtrace: a span is sent once.
    private mutating func add(_ call: Invocation) { requests.add(recorder.symbolicated(call)) }

    /// Takes the calls that have waited long enough.
    private mutating func takePending(isLast: Bool, _ batch: inout Batch) {
        guard !pending.isEmpty else { return }
        let now = ContinuousClock.now
        var left: [Waiting] = []
        for var entry in pending {
            let isOver = isLast || now >= entry.until
            let isHeld = !isOver && entry.outer.map(around.isRunning) ?? false
            guard requests.count < configuration.batchCount, !isHeld else {
                left.append(entry)
                continue
            }
            guard let call = stored(entry, &batch) else { continue }
            // Around the call that has ended, there may be another one that decides.
            entry.outer = isOver ? nil : requests.awaited(by: call)
            if isOver || (entry.outer == nil && !call.hasPendingClosures) {
                add(call)
            } else {
                left.append(entry)
            }
        }
        pending = left
    }

    /// The call as it is now. If it was evicted while it waited, it counts as missed.
    private func stored(_ entry: Waiting, _ batch: inout Batch) -> Invocation? {
        if case .found(let call) = recorder.invocation(seq: entry.seq) { return call }
        batch.missed += 1
        return nil
    }
}

extension Invocation {
    /// Whether closures that it got may still be called.
    fileprivate var hasPendingClosures: Bool { completions.contains { $0.state == .pending } }
}
