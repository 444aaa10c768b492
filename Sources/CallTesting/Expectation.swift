// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CallModel
internal import ProxyCore

/// What is expected of the calls of a test.
enum Expectation {
    /// So many calls that pass a filter.
    case count(InvocationFilter, ClosedRange<Int>)
    /// For each filter a call that passes, in this order.
    case order([InvocationFilter])
    /// No call that passes none of these.
    case only([InvocationFilter])

    /// The result of looking at the calls.
    enum Verdict {
        case holds([Invocation])
        /// More calls can mend it.
        case tooFew(String)
        case fails(String)
    }

    func verdict(on report: CallReport) -> Verdict {
        switch self {
        case .count(let filter, let bounds): Self.count(filter, bounds, report)
        case .order(let filters): Self.order(filters, report)
        case .only(let filters): Self.only(filters, report)
        }
    }

    private static func count(_ filter: InvocationFilter, _ bounds: ClosedRange<Int>, _ report: CallReport) -> Verdict {
        let calls = SiftedCalls(report.calls, by: [filter])
        let found = calls.passing
        let expected = filter.isEverything ? "calls" : filter.words
        // Each of the undecided calls may be one too many, or one that is missing.
        let most = found.count + calls.undecided.count
        let isDecided =
            most == found.count || found.count > bounds.upperBound
            || (bounds.contains(found.count) && bounds.contains(most))
        if !isDecided {
            let doubt = SiftedCalls.doubt(about: calls.undecided)
            let text = "Expected \(CountText.expected(bounds, of: expected)), but \(doubt)\(report.remarks)"
            return most > bounds.upperBound ? .fails(text) : .tooFew(text)
        }
        if bounds.contains(found.count) {
            guard bounds.upperBound < .max, let lack = report.lack else { return .holds(found) }
            return .fails("Expected \(CountText.expected(bounds, of: expected)), but \(lack)")
        }
        let text = "Expected \(CountText.expected(bounds, of: expected)), but there \(CountText.were(found.count))."
        let seen = "\(text)\(CallReport.lines(found))"
        guard found.count < bounds.lowerBound else { return .fails("\(seen)\(report.remarks)") }
        return .tooFew("\(seen)\(NearMisses(filter, among: calls.others).text)\(report.absence)\(report.remarks)")
    }

    private static func order(_ filters: [InvocationFilter], _ report: CallReport) -> Verdict {
        var rest = report.calls[...]
        var found: [Invocation] = []
        for (index, filter) in filters.enumerated() {
            guard let place = rest.firstIndex(where: { filter.decision(on: $0) == true }) else {
                return .tooFew(missing(index, of: filters, after: found, in: rest, report))
            }
            found.append(rest[place])
            rest = rest[(place + 1)...]
        }
        return .holds(found)
    }

    /// The failure where no call passes one of some filters.
    private static func missing(
        _ index: Int,
        of filters: [InvocationFilter],
        after found: [Invocation],
        in rest: ArraySlice<Invocation>,
        _ report: CallReport
    ) -> String {
        let filter = filters[index]
        let text = "Expected \(filter.words) as number \(index + 1) of \(filters.count), but"
        // One that may pass a filter before this one may leave another call for this one.
        let tried = filters[...index]
        let undecided = report.calls.filter { call in tried.contains { $0.decision(on: call) == nil } }
        guard undecided.isEmpty else { return "\(text) \(SiftedCalls.doubt(about: undecided))\(report.remarks)" }
        let steps = zip(filters, found).map { "\n  \(CallReport.line($1))" }.joined()
        let before = index == 0 ? "" : "\nAfter\(steps)"
        let earlier = report.calls.first(where: filter.matches).map {
            "\nThere is one, but too early:\n  \(CallReport.line($0))"
        }
        let others = earlier ?? NearMisses(filter, among: Array(rest)).text
        return "\(text) there was none.\(before)\(others)\(report.absence)\(report.remarks)"
    }

    private static func only(_ filters: [InvocationFilter], _ report: CallReport) -> Verdict {
        let calls = SiftedCalls(report.calls, by: filters)
        let others = calls.others
        let expected = filters.map(\.words).joined(separator: ", or ")
        if others.isEmpty {
            guard calls.undecided.isEmpty else {
                let doubt = SiftedCalls.doubt(about: calls.undecided)
                return .fails("Expected only \(expected), but \(doubt)\(report.remarks)")
            }
            return report.lack.map { .fails("Expected only \(expected), but \($0)") } ?? .holds(report.calls)
        }
        return .fails("Expected only \(expected), but there were others:\(CallReport.lines(others))\(report.remarks)")
    }
}

extension CountText {
    /// “at least 2 calls whose selector is “feed””
    fileprivate static func expected(_ bounds: ClosedRange<Int>, of words: String) -> String {
        let number = expected(bounds)
        let rest = words.hasPrefix("calls") ? words.dropFirst("calls".count) : words[...]
        return "\(number)\(rest)"
    }

    /// “was 1” or “were 2”
    fileprivate static func were(_ number: Int) -> String {
        number == 0 ? "was none" : number == 1 ? "was 1" : "were \(number)"
    }
}
