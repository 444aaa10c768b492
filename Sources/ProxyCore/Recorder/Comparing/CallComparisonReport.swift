// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The part of a comparison that is shown: the differences, with some equal rows around them.
package struct CallComparisonReport: Sendable {
    /// One line of a lane.
    package enum Line: Sendable {
        case row(LaneComparison.Change, before: Invocation?, after: Invocation?, fields: [ComparedField])
        /// Rows without a difference that are left out.
        case skipped(Int)
    }

    package struct Lane: Sendable {
        package let lane: LaneComparison
        package let lines: [Line]
    }

    /// Equal rows shown before and after a difference.
    private static let context = 3
    /// Calls shown of those by which a run continues longer, where they are no differences.
    private static let longerLimit = 3

    package let comparison: CallComparison
    package let lanes: [Lane]
    /// Whether all differences are shown.
    package private(set) var isComplete: Bool

    /// Reads the calls that are shown.
    ///
    /// - Parameter limit: Most differences to show. Default 200.
    package init(_ comparison: CallComparison, _ before: Recorder, _ after: Recorder, limit: Int = 200) {
        self.comparison = comparison
        isComplete = comparison.isWhole
        var left = limit
        var lanes: [Lane] = []
        for lane in comparison.lanes {
            let shown = Self.shown(lane.rows, isExact: comparison.options.isExact, atMost: &left)
            isComplete = isComplete && shown.isComplete
            let lines = Self.lines(shown.places, lane.rows) { row in
                let sides = (row.before.flatMap { before.found($0) }, row.after.flatMap { after.found($0) })
                var fields: [ComparedField] = []
                if row.change == .changed, let one = sides.0, let other = sides.1 {
                    fields = ComparedField.differing(one, other, ignoring: comparison.options.ignoredValues)
                }
                return .row(row.change, before: sides.0, after: sides.1, fields: fields)
            }
            lanes.append(Lane(lane: lane, lines: lines))
        }
        self.lanes = lanes
    }

    /// Places of the rows to show, ascending.
    private static func shown(
        _ rows: [LaneComparison.Row],
        isExact: Bool,
        atMost left: inout Int
    ) -> (places: [Int], isComplete: Bool) {
        var places: [Int] = []
        var isComplete = true
        var longer = 0
        for place in rows.indices where rows[place].change != .same {
            if rows[place].change == .longer, !isExact {
                longer += 1
                if longer > longerLimit { continue }
            } else {
                guard left > 0 else {
                    isComplete = false
                    break
                }
                left -= 1
            }
            let first = max(place - context, (places.last ?? -1) + 1)
            let end = min(place + context, rows.count - 1)
            if first <= end { places += first...end }
        }
        // Context must not show what the limits leave out.
        longer = 0
        places = places.filter { place in
            guard rows[place].change == .longer, !isExact else { return true }
            longer += 1
            return longer <= longerLimit
        }
        return (places, isComplete)
    }

    private static func lines(_ places: [Int], _ rows: [LaneComparison.Row], _ line: (LaneComparison.Row) -> Line)
        -> [Line]
    {
        guard !places.isEmpty else { return [] }
        var lines: [Line] = []
        var next = 0
        for place in places + [rows.count] {
            if place > next { lines.append(.skipped(place - next)) }
            if place < rows.count { lines.append(line(rows[place])) }
            next = place + 1
        }
        return lines
    }
}

extension Recorder {
    /// The call with a number, if it is stored.
    func found(_ seq: UInt64) -> Invocation? {
        if case .found(let invocation) = invocation(seq: seq) { invocation } else { nil }
    }
}
