// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Finds the places of proxy events among the recorded calls.
///
/// An event has its place once a round has begun after it: then all calls from before it are merged.
struct EventPlaces {
    private let snapshot: StoreSnapshot
    private let openCalls: [(seq: UInt64, startTicks: UInt64)]
    private let clock: TickClock
    private let isDraining: Bool

    /// - Parameter isDraining: Whether rounds follow, in which later events get their places.
    init(_ snapshot: StoreSnapshot, _ openCalls: [OpenCall], _ clock: TickClock, isDraining: Bool) {
        self.snapshot = snapshot
        self.openCalls = openCalls.map { ($0.seq, $0.header.startTicks) }
        self.clock = clock
        self.isDraining = isDraining
    }

    /// The places of the first events, as far as they are known.
    ///
    /// - Parameters:
    ///   - events: In the order of their numbers.
    ///   - number: Events up to this number were noted before a flush. Their places are known, whatever the counters of
    ///     different threads say.
    func places(
        of events: [ProxyDirectory.PendingEvent],
        flushedThrough number: UInt64 = 0
    ) -> [ProxyDirectory.EventPlace] {
        let isKnown = { (event: ProxyDirectory.PendingEvent) in
            !isDraining || event.number <= number
                || TickClock.difference(clock.last, event.ticks &+ clock.shift) <= 0
        }
        return events.prefix(while: isKnown).map(place)
    }

    private func place(_ event: ProxyDirectory.PendingEvent) -> ProxyDirectory.EventPlace {
        let ticks = event.ticks &+ clock.shift
        let offset = clock.offset(of: ticks)
        let open = openCalls.lazy.filter { $0.startTicks <= ticks }.map(\.seq).max() ?? 0
        return ProxyDirectory.EventPlace(
            number: event.number,
            seq: max(open, lastSeq(startedBy: offset)),
            position: lastPosition(endedBy: offset)
        )
    }

    /// Number of the last completed call that started at or before an offset; 0 for none.
    private func lastSeq(startedBy offset: UInt64) -> UInt64 {
        var last: UInt64 = 0
        // Segments are in completion order, so each can contain calls that started long before.
        for segment in snapshot.segments where segment.count > 0 && segment.lastSeq > last {
            let order = segment.startOrder
            let place = Self.firstIndex(in: 0..<order.count) { segment.record(at: order[$0]).header.start > offset }
            if place > 0 { last = max(last, segment.seq(at: order[place - 1])) }
        }
        return last
    }

    /// Position of the last call that completed at or before an offset; 0 for none.
    private func lastPosition(endedBy offset: UInt64) -> UInt64 {
        for segment in snapshot.runs.reversed() where segment.count > 0 {
            let index = Self.firstIndex(in: 0..<segment.count) { index in
                let header = segment.record(at: index).header
                return header.start.saturatingAdding(header.duration) > offset
            }
            if index > 0 { return segment.firstPosition + UInt64(index) - 1 }
        }
        // Everything before the first stored call was evicted or cleared, and may have completed earlier or later.
        return 0
    }

    /// The first index for which a condition holds, if it holds for all later ones too; otherwise the end.
    private static func firstIndex(in range: Range<Int>, where isBehind: (Int) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
