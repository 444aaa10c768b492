// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Translates a filter to SQL conditions, as far as columns suffice.
///
/// If the answer depends on a record's values, `possible` is true and `certain` is false. When both conditions are the
/// same, `isExact` is set. Otherwise, the reader must check each record for which only `possible` holds. Name patterns
/// are resolved beforehand in the tables of names. Texts searched in values only get into SQL through `ValueTextSQL`.
struct FilterSQL {
    /// True for every record that passes, and possibly for others.
    let possible: String
    /// True only for records that pass.
    let certain: String
    /// True for every block with a record that passes, and possibly for others.
    let block: String

    var isExact: Bool { possible == certain }
    var isEverything: Bool { certain == "1" }

    init(_ meaning: FilterMeaning, run: Int64, _ decoder: RecordDecoder) {
        self = RecordingFacts(run: run, decoder: decoder).translate(meaning)
    }

    fileprivate init(possible: String, certain: String, block: String) {
        self.possible = possible
        self.certain = certain
        self.block = block
    }

    fileprivate init(_ exact: String, block: String = "1") {
        self.init(possible: exact, certain: exact, block: block)
    }

    /// Whether a column has one of some values.
    ///
    /// - Parameter set: The column of blocks with the set of the values that their records have.
    static func member(of ids: [Int64], _ column: String, _ set: String) -> FilterSQL {
        if ids.isEmpty { return FilterSQL("0", block: "0") }
        let bits = ids.reduce(0) { $0 | BlockSummary.bit($1) }
        let list = ids.map(String.init).joined(separator: ",")
        return FilterSQL("\(column) IN (\(list))", block: "\(set) & \(bits) <> 0")
    }

    fileprivate static let unknown = FilterSQL(possible: "1", certain: "0", block: "1")

    // MARK: Logic

    /// Negation swaps the roles of both conditions. It says nothing about blocks: a block with a record that passes may
    /// also have one that does not.
    fileprivate var negated: FilterSQL {
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

    /// Both conditions.
    func and(_ other: FilterSQL) -> FilterSQL { Self.joined([self, other], " AND ", neutral: "1", absorbing: "0") }

    fileprivate static func joined(_ parts: [FilterSQL], _ word: String, neutral: String, absorbing: String)
        -> FilterSQL
    {
        func join(_ conditions: [String]) -> String {
            if conditions.contains(absorbing) { return absorbing }
            let left = SignatureFunction.last(conditions.filter { $0 != neutral })
            switch left.count {
            case 0: return neutral
            case 1: return left[0]
            default: return balanced(left[...])
            }
        }
        // SQLite has a limit for the depth of expressions, and joins a chain of any length as deep as it is long.
        func balanced(_ conditions: ArraySlice<String>) -> String {
            guard conditions.count > 2 else { return "(" + conditions.joined(separator: word) + ")" }
            let middle = (conditions.startIndex + conditions.endIndex) / 2
            return "(" + balanced(conditions[..<middle]) + word + balanced(conditions[middle...]) + ")"
        }
        return FilterSQL(
            possible: join(parts.map(\.possible)),
            certain: join(parts.map(\.certain)),
            block: join(parts.map(\.block))
        )
    }
}

/// The facts of a recording as SQL conditions.
private struct RecordingFacts {
    let run: Int64
    let decoder: RecordDecoder

    private var names: NameTables { decoder.names }

    func translate(_ meaning: FilterMeaning) -> FilterSQL {
        switch meaning {
        case .constant(let truth): FilterSQL(truth ? "1" : "0", block: truth ? "1" : "0")
        case .ask(let fact): condition(fact)
        case .not(let inner): translate(inner).negated
        case .all(let parts): FilterSQL.joined(parts.map(translate), " AND ", neutral: "1", absorbing: "0")
        case .any(let parts): FilterSQL.joined(parts.map(translate), " OR ", neutral: "0", absorbing: "1")
        }
    }

    private func condition(_ fact: CallFact) -> FilterSQL {
        switch fact {
        case .number(let number, let range): self.number(number, range)
        case .startedSince(let instant):
            started(instant, nil) { from, _ in FilterSQL("start >= \(from)", block: "last_start >= \(from)") }
        case .underWay(let from, let to):
            started(from, to) { from, to in
                FilterSQL(
                    "(start <= \(to) AND start + duration >= \(from))",
                    block: "(first_start <= \(to) AND last_end >= \(from))"
                )
            }
        case .epoch(let test): constant { test(decoder.epoch, &$0) }
        case .process(let test): constant { scratch in decoder.process.map { test($0, &scratch) } ?? false }
        case .state(.running), .event: translate(.constant(false))
        case .state(let state): FilterSQL("state = \(state.rawValue)", block: "states & \(1 << state.rawValue) <> 0")
        case .path(let path): FilterSQL("path = \(path.rawValue)", block: "paths & \(1 << path.rawValue) <> 0")
        case .completion(let state): added("completion") { FilterSQL("ifnull(\($0), 0) = \(state.rawValue)") }
        case .has(.edit): .unknown
        case .has(let part): FilterSQL("\(column(part)) IS NOT NULL")
        case .finding(let finding): translate(finding.meaning)
        case .selector(let test): member("selector", "selectors", names.selectors.mapValues(\.selector), test)
        case .proxy(let test): member("proxy", "proxies", names.proxies, test)
        case .thread(let test): member("thread", "threads", names.threads, test)
        case .task: added("task") { FilterSQL(possible: "\($0) IS NOT NULL", certain: "0", block: "1") }
        case .trace: added("trace") { FilterSQL(possible: "\($0) IS NOT NULL", certain: "0", block: "1") }
        // A number can be written in several ways, so its text cannot be searched for.
        case .value(let part, .text(let pattern, nil)):
            text(ValueTextSQL(pattern, in: part, names))
        case .value, .type, .kind, .comment: .unknown
        }
    }

    /// A fact that all calls of the run share.
    private func constant(_ holds: (inout MatchScratch) -> Bool) -> FilterSQL {
        var scratch = MatchScratch()
        return translate(.constant(holds(&scratch)))
    }

    private func text(_ text: ValueTextSQL) -> FilterSQL {
        FilterSQL(possible: text.record, certain: "0", block: text.block)
    }

    private func member<Value>(
        _ column: String,
        _ set: String,
        _ table: [Int64: Value],
        _ holds: CallFact.Test<Value>
    ) -> FilterSQL {
        var scratch = MatchScratch()
        let ids = table.filter { holds($0.value, &scratch) }.keys.sorted()
        return ids.count == table.count && !ids.isEmpty ? FilterSQL("1") : .member(of: ids, column, set)
    }

    private func number(_ number: CallFact.Number, _ range: ClosedRange<UInt64>) -> FilterSQL {
        let low = Int64(clamping: range.lowerBound)
        let high = Int64(clamping: range.upperBound)
        switch number {
        case .seq: return seq(low, high)
        // Records without a parent store 0, which must not match as a number.
        case .parent: return FilterSQL("parent BETWEEN \(max(low, 1)) AND \(high)")
        case .position: return FilterSQL("position BETWEEN \(low) AND \(high)")
        case .depth: return FilterSQL("depth BETWEEN \(low) AND \(high)", block: "deepest >= \(low)")
        case .skipped: return FilterSQL("ifnull(skipped, 0) BETWEEN \(low) AND \(high)")
        case .duration:
            return FilterSQL(
                "duration BETWEEN \(low) AND \(high)",
                block: "(longest >= \(low) AND shortest <= \(high))"
            )
        case .rule, .held:
            return added(number == .rule ? "rule" : "held") {
                FilterSQL("ifnull(\($0) BETWEEN \(low) AND \(high), 0)")
            }
        case .size: return .unknown
        }
    }

    private func seq(_ low: Int64, _ high: Int64) -> FilterSQL {
        guard low <= RecordingSchema.seqMask else { return FilterSQL("0", block: "0") }
        let first = run << RecordingSchema.seqBits | low
        let last = run << RecordingSchema.seqBits | min(high, RecordingSchema.seqMask)
        let bits = RecordingSchema.blockBits
        return FilterSQL("id BETWEEN \(first) AND \(last)", block: "id BETWEEN \(first >> bits) AND \(last >> bits)")
    }

    private func column(_ part: CallFact.Part) -> String {
        switch part {
        case .arguments: "arguments"
        case .result: "result"
        case .error: "error"
        case .mark: "marked"
        case .comment: "comment"
        case .targetTime: "target"
        // Not a column: `condition` asks for the value.
        case .edit: "other"
        }
    }

    /// The condition on a column that files of earlier versions lack: no call in them has such a value.
    private func added(_ column: String, _ condition: (String) -> FilterSQL) -> FilterSQL {
        names.recordHas(column) ? condition(column) : translate(.constant(false))
    }

    private func started(
        _ from: Int64?,
        _ to: Int64?,
        _ condition: (_ from: Int64, _ to: Int64) -> FilterSQL
    ) -> FilterSQL {
        // Calls that were imported after others may begin before their run does.
        func offset(_ instant: Int64) -> Int64 { Int64(clamping: Int128(instant) - Int128(decoder.started)) }
        return condition(from.map(offset) ?? .min, to.map(offset) ?? .max)
    }
}
