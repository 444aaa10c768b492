// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A filter as conditions of SQL, as far as columns can tell.
///
/// Where only the values of a record can tell, `possible` holds and `certain` does not. A record passes for certain
/// when the two say the same of every record, and `isExact` is set; else whoever reads has to look at those that
/// `possible` lets through. What matches a name was found out before, in the tables of names; of texts that are sought
/// in values, only what `ValueTextSQL` picks gets into SQL.
struct FilterSQL {
    /// Holds for every record that passes, and maybe for others.
    let possible: String
    /// Holds only for records that pass.
    let certain: String
    /// Holds for every block that has a record that passes, and maybe for others.
    let block: String

    var isExact: Bool { possible == certain }
    var isEverything: Bool { certain == "1" }

    init(_ filter: ColumnFilter, run: Int64, _ names: NameTables) {
        self = Self.translate(filter, Translation(run: run, names: names))
    }

    private init(possible: String, certain: String, block: String) {
        self.possible = possible
        self.certain = certain
        self.block = block
    }

    private init(_ exact: String, block: String = "1") {
        self.init(possible: exact, certain: exact, block: block)
    }

    private struct Translation {
        let run: Int64
        let names: NameTables
    }

    private static func translate(_ filter: ColumnFilter, _ context: Translation) -> FilterSQL {
        switch filter {
        case .constant(let truth): FilterSQL(truth ? "1" : "0", block: truth ? "1" : "0")
        case .selector(let holds):
            member("selector", "selectors", context.names.selectors.mapValues(\.selector), holds)
        case .proxy(let holds): member("proxy", "proxies", context.names.proxies, holds)
        case .thread(let holds): member("thread", "threads", context.names.threads, holds)
        case .column(let column, let range): self.column(column, range, run: context.run)
        case .overlap(let from, let to): overlap(from, to)
        case .state(.running): FilterSQL("0", block: "0")
        case .state(let state): FilterSQL("state = \(state.rawValue)", block: "states & \(1 << state.rawValue) <> 0")
        case .path(let path): FilterSQL("path = \(path.rawValue)", block: "paths & \(1 << path.rawValue) <> 0")
        case .hasArguments: FilterSQL("arguments IS NOT NULL")
        case .hasTargetTime: FilterSQL("target IS NOT NULL")
        case .hasResult: FilterSQL("result IS NOT NULL")
        case .hasError: FilterSQL("error IS NOT NULL")
        case .isMarked: FilterSQL("marked IS NOT NULL")
        case .hasComment: FilterSQL("comment IS NOT NULL")
        case .values: FilterSQL(possible: "1", certain: "0", block: "1")
        case .valueText(let part, let pattern):
            FilterSQL(possible: ValueTextSQL.condition(pattern, in: part, context.names), certain: "0", block: "1")
        case .not(let inner): translate(inner, context).negated
        case .all(let parts): joined(parts.map { translate($0, context) }, " AND ", neutral: "1", absorbing: "0")
        case .any(let parts): joined(parts.map { translate($0, context) }, " OR ", neutral: "0", absorbing: "1")
        }
    }

    // MARK: Columns

    private static func member<Value>(
        _ column: String,
        _ set: String,
        _ table: [Int64: Value],
        _ holds: (Value) -> Bool
    ) -> FilterSQL {
        let ids = table.filter { holds($0.value) }.keys.sorted()
        if ids.isEmpty { return FilterSQL("0", block: "0") }
        if ids.count == table.count { return FilterSQL("1") }
        let bits = ids.reduce(0) { $0 | BlockSummary.bit($1) }
        let list = ids.map(String.init).joined(separator: ",")
        return FilterSQL("\(column) IN (\(list))", block: "\(set) & \(bits) <> 0")
    }

    private static func column(_ column: ColumnFilter.Column, _ range: ClosedRange<UInt64>, run: Int64) -> FilterSQL {
        let low = Int64(clamping: range.lowerBound)
        let high = Int64(clamping: range.upperBound)
        switch column {
        case .seq:
            guard low <= RecordingSchema.seqMask else { return FilterSQL("0", block: "0") }
            let first = run << RecordingSchema.seqBits | low
            let last = run << RecordingSchema.seqBits | min(high, RecordingSchema.seqMask)
            let bits = RecordingSchema.blockBits
            return FilterSQL(
                "id BETWEEN \(first) AND \(last)",
                block: "id BETWEEN \(first >> bits) AND \(last >> bits)"
            )
        case .parent: return FilterSQL("parent BETWEEN \(low) AND \(high)")
        case .position: return FilterSQL("position BETWEEN \(low) AND \(high)")
        case .depth: return FilterSQL("depth BETWEEN \(low) AND \(high)", block: "deepest >= \(low)")
        case .duration:
            return FilterSQL(
                "duration BETWEEN \(low) AND \(high)",
                block: "(longest >= \(low) AND shortest <= \(high))"
            )
        case .start:
            return FilterSQL(
                "start BETWEEN \(low) AND \(high)",
                block: "(last_start >= \(low) AND first_start <= \(high))"
            )
        }
    }

    private static func overlap(_ from: UInt64, _ to: UInt64) -> FilterSQL {
        let from = Int64(clamping: from)
        let to = Int64(clamping: to)
        return FilterSQL(
            "(start <= \(to) AND start + duration >= \(from))",
            block: "(first_start <= \(to) AND last_end >= \(from))"
        )
    }

    // MARK: Logic

    /// What is certain not to pass turns into what is certain to pass, and the other way round. Of blocks nothing is
    /// known then: a block that has a record that passes may have one that does not.
    private var negated: FilterSQL {
        FilterSQL(
            possible: Self.not(certain),
            certain: Self.not(possible),
            block: certain == "1" ? "0" : "1"
        )
    }

    private static func not(_ condition: String) -> String {
        switch condition {
        case "0": "1"
        case "1": "0"
        default: "NOT (\(condition))"
        }
    }

    private static func joined(_ parts: [FilterSQL], _ word: String, neutral: String, absorbing: String) -> FilterSQL {
        func join(_ conditions: [String]) -> String {
            if conditions.contains(absorbing) { return absorbing }
            let left = conditions.filter { $0 != neutral }
            switch left.count {
            case 0: return neutral
            case 1: return left[0]
            default: return "(" + left.joined(separator: word) + ")"
            }
        }
        return FilterSQL(
            possible: join(parts.map(\.possible)),
            certain: join(parts.map(\.certain)),
            block: join(parts.map(\.block))
        )
    }
}
