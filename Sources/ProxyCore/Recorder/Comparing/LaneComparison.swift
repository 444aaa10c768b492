// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The calls of one lane in both runs, aligned.
package struct LaneComparison: Sendable {
    /// How the two sides of a row differ; the raw value is the word in JSON.
    package enum Change: String, Sendable, CaseIterable {
        /// They are alike.
        case same
        /// The same selector with other values or another answer.
        case changed
        /// The first run alone has the call.
        case vanished
        /// The second run alone has the call.
        case appeared
        /// The same call, at another place of the lane.
        case moved
        /// One of the calls by which one run only continues longer: no difference, except where
        /// the comparison is exact.
        case longer
    }

    /// A call of each run, by its number in order of starts.
    package struct Row: Sendable {
        package var change: Change
        package var before: UInt64?
        package var after: UInt64?

        /// Whether the row is a difference.
        package var isDifference: Bool { change != .same && change != .longer }
    }

    package let name: LaneName
    /// Counts the proxies of the name, from 1, in the order of their first calls.
    package let instance: Int
    /// Whether the order of the calls was compared.
    package let isOrdered: Bool
    package let rows: [Row]
    /// Number of differences.
    package let differences: Int
    /// Calls by which each run continues longer.
    package let longer: (before: Int, after: Int)
    /// Calls of each run.
    package let calls: (before: Int, after: Int)

    init(_ name: LaneName, instance: Int, isOrdered: Bool, rows: [Row], isExact: Bool) {
        self.name = name
        self.instance = instance
        self.isOrdered = isOrdered
        self.rows = rows
        let longer = rows.filter { $0.change == .longer }
        differences = rows.count(where: \.isDifference) + (isExact ? longer.count : 0)
        self.longer = (longer.count { $0.before != nil }, longer.count { $0.after != nil })
        calls = (rows.count { $0.before != nil }, rows.count { $0.after != nil })
    }
}
