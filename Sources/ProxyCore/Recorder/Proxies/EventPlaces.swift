// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Finds the places of proxy events among the recorded calls.
///
/// Calls that ended before an event but are not merged yet count as later, so a precise place needs a flush before.
struct EventPlaces {
    private let snapshot: StoreSnapshot
    private let openCalls: [(seq: UInt64, startTicks: UInt64)]
    private let clock: TickClock

    init(_ snapshot: StoreSnapshot, _ openCalls: [OpenCall], _ clock: TickClock) {
        self.snapshot = snapshot
        self.openCalls = openCalls.map { ($0.seq, $0.header.startTicks) }
        self.clock = clock
    }

    func place(_ event: ProxyDirectory.PendingEvent) -> ProxyDirectory.EventPlace {
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
