// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension InvocationFilter {
    /// Whether an event of a proxy passes, as a call would that has an owner, a protocol, a target, a proxy and a time,
    /// and nothing else: what a filter asks of anything else is not so.
    public func matches(_ event: ProxyEvent) -> Bool {
        var evaluation = EventEvaluation(event: event, madeAtNanoseconds: madeAtNanoseconds)
        return evaluation.holds(expression)
    }
}

private struct EventEvaluation {
    let event: ProxyEvent
    let madeAtNanoseconds: Int64
    private var scratch = MatchScratch()

    init(event: ProxyEvent, madeAtNanoseconds: Int64) {
        self.event = event
        self.madeAtNanoseconds = madeAtNanoseconds
    }

    mutating func holds(_ expression: FilterExpression) -> Bool {
        switch expression {
        case .everything: return true
        case .term(let term): return holds(term)
        case .not(let inner): return !holds(inner)
        case .all(let parts):
            for part in parts where !holds(part) { return false }
            return true
        case .any(let parts):
            for part in parts where holds(part) { return true }
            return false
        }
    }

    private mutating func holds(_ term: FilterTerm) -> Bool {
        let time = event.occurredAtNanoseconds
        switch term.test {
        case .text(let pattern), .textOrNumber(let pattern, _): return matches(pattern, texts(of: term.subject))
        case .number(let comparison):
            return term.subject == .key(.proxy) && comparison.interval?.contains(UInt64(event.proxy)) == true
        case .since(let instant): return time >= instant
        case .age(let age): return Int128(time) >= age.instant(before: madeAtNanoseconds)
        case .period(let from, let to): return time >= from ?? .min && time <= to ?? .max
        case .part(.target): return event.target != nil
        default: return false
        }
    }

    private func texts(of subject: FilterTerm.Subject) -> [String] {
        let texts: [String?] =
            switch subject {
            case .anyText: [event.protocolName, event.owner, event.target, event.previousTarget, event.detail]
            case .key(.owner): [event.owner]
            case .key(.protocol): [event.protocolName]
            case .key(.target): [event.target, event.previousTarget]
            default: []
            }
        return texts.compactMap(\.self)
    }

    private mutating func matches(_ pattern: TextPattern, _ texts: [String]) -> Bool {
        for text in texts where pattern.matches(text, &scratch) { return true }
        return false
    }
}
