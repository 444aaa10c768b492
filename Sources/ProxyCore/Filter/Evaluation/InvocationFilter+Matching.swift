// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a filter says of one invocation.
public struct FilterVerdict: Sendable, Hashable {
    /// Whether the invocation passes.
    public var isMatch: Bool
    /// Whether a regular expression ran out of steps, so that its term counted as false.
    public var isPartial: Bool
}

extension InvocationFilter {
    /// Whether an invocation passes.
    public func matches(_ invocation: Invocation) -> Bool { verdict(on: invocation).isMatch }

    /// Whether an invocation passes, and whether that is certain.
    public func verdict(on invocation: Invocation) -> FilterVerdict {
        var evaluation = InvocationEvaluation(invocation, madeAtNanoseconds: madeAtNanoseconds)
        let isMatch = evaluation.holds(expression)
        return FilterVerdict(isMatch: isMatch, isPartial: evaluation.scratch.isPartial)
    }
}

/// Asks one invocation what a filter asks. `FilterProgram` means the same by every term, on stored records.
private struct InvocationEvaluation {
    let invocation: Invocation
    let madeAtNanoseconds: Int64
    var scratch = MatchScratch()

    init(_ invocation: Invocation, madeAtNanoseconds: Int64) {
        self.invocation = invocation
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
        switch term.test {
        case .text(let pattern): text(term.subject, pattern, nil)
        case .textOrNumber(let pattern, let number): text(term.subject, pattern, number)
        case .number(let comparison): number(term.subject, comparison)
        case .identity(let id): (term.subject == .key(.parent) ? invocation.parent : invocation.id) == id
        case .main: invocation.thread.isMain
        case .since(let instant): invocation.startedAtNanoseconds >= instant
        case .age(let age): Int128(invocation.startedAtNanoseconds) >= age.instant(before: madeAtNanoseconds)
        case .period(let from, let to): overlaps(from, to)
        case .path(let path): invocation.state != .running && invocation.returnPath == path
        case .state(let state): invocation.state == state
        case .kind(let kind): allValues.contains { $0.kind == kind }
        case .trait(let trait): holds(trait)
        case .part(let part): holds(part)
        case .finding(let finding): invocation.findings.contains(finding)
        }
    }

    // MARK: Values

    /// The values that a subject speaks of.
    private func values(of subject: FilterTerm.Subject) -> [RecordedValue] {
        switch subject {
        case .argument(let name):
            invocation.arguments.enumerated().flatMap { index, argument in
                FilterTerm.names(name, index: index, label: argument.label, name: argument.name)
                    ? argument.values : argument.values.flatMap { $0.parts(named: PartName(name)) }
            }
        case .key(.arg): invocation.arguments.flatMap(\.values)
        case .key(.result): [invocation.result].compactMap(\.self)
        case .key(.error): [invocation.error].compactMap(\.self)
        case .key(.type):
            invocation.arguments.map(\.value) + [invocation.result, invocation.error].compactMap(\.self)
        default:
            invocation.arguments.flatMap(\.values) + [invocation.result, invocation.error].compactMap(\.self)
        }
    }

    /// The values that are there, whoever gave them.
    private var allValues: [RecordedValue] {
        values(of: .anyText) + [invocation.targetResult, invocation.targetError].compactMap(\.self)
    }

    private mutating func text(_ subject: FilterTerm.Subject, _ pattern: TextPattern, _ number: FilterNumber?) -> Bool {
        switch subject {
        case .key(.selector): return matches(pattern, pattern.texts(of: invocation.selector))
        case .key(.protocol): return matches(pattern, [invocation.selector.protocolName])
        case .key(.owner): return matches(pattern, [invocation.owner])
        case .key(.target): return matches(pattern, [invocation.target].compactMap(\.self))
        case .key(.comment): return matches(pattern, [invocation.comment].compactMap(\.self))
        case .key(.type): return matches(pattern, values(of: subject).map(\.typeName))
        case .key(.thread):
            if let number, FilterNumber.integer(Int128(invocation.thread.id)).compared(to: number)?.isEqual == true {
                return true
            }
            return matches(pattern, [invocation.thread.name])
        case .anyText:
            let texts = pattern.texts(of: invocation.selector) + [invocation.selector.protocolName]
            if matches(pattern, texts) { return true }
        default: break
        }
        if subject == .anyText || subject == .key(.error), let error = invocation.error {
            if matches(pattern, [error.typeName]) { return true }
        }
        for value in values(of: subject) where matches(value, pattern, number) { return true }
        return false
    }

    private mutating func matches(_ pattern: TextPattern, _ texts: [String]) -> Bool {
        for text in texts where pattern.matches(text, &scratch) { return true }
        return false
    }

    /// Whether a value or one inside it matches.
    private mutating func matches(_ value: RecordedValue, _ pattern: TextPattern, _ number: FilterNumber?) -> Bool {
        if let number, let own = value.number {
            if own.compared(to: number)?.isEqual == true { return true }
        } else {
            for text in value.searchedTexts where pattern.matches(text, &scratch) { return true }
        }
        for child in value.children where matches(child, pattern, number) { return true }
        return false
    }

    // MARK: Numbers and time

    private func number(_ subject: FilterTerm.Subject, _ comparison: FilterComparison) -> Bool {
        func passes(_ number: UInt64?) -> Bool { number.map { comparison.interval?.contains($0) == true } ?? false }
        return switch subject {
        case .key(.duration): passes(invocation.durationNanoseconds)
        case .key(.size): passes(UInt64(allValues.reduce(0) { $0 + $1.searchedSize }))
        case .key(.depth): passes(UInt64(invocation.depth))
        case .key(.position): passes(invocation.position)
        case .key(.proxy): passes(UInt64(invocation.proxy))
        case .key(.skipped): passes(UInt64(clamping: invocation.skipped))
        case .key(.parent): passes(invocation.parent?.seq)
        case .key(.id), .key(.seq): passes(invocation.seq)
        default: values(of: subject).contains { $0.hasNumber(comparison) }
        }
    }

    private func overlaps(_ from: Int64?, _ to: Int64?) -> Bool {
        let start = Int128(invocation.startedAtNanoseconds)
        let end = invocation.durationNanoseconds.map { start + Int128($0) } ?? .max
        return start <= to.map { Int128($0) } ?? .max && end >= from.map { Int128($0) } ?? .min
    }

    // MARK: Traits

    private func holds(_ trait: FilterTrait) -> Bool {
        switch trait {
        case .running: invocation.state == .running
        case .returned: invocation.state == .returned
        case .threw: invocation.state == .threw
        case .slow: invocation.durationNanoseconds ?? 0 >= FilterTrait.slowNanoseconds
        case .main: invocation.thread.isMain
        case .unanswered: invocation.state != .running && invocation.returnPath == .none
        case .void: invocation.state == .returned && invocation.result == nil
        case .nested: invocation.depth > 0
        case .truncated: values(of: .anyText).contains(where: \.hasTruncation)
        case .marked: invocation.isMarked
        }
    }

    private func holds(_ part: FilterPart) -> Bool {
        switch part {
        case .arguments: !invocation.arguments.isEmpty
        case .result: invocation.result != nil
        case .error: invocation.error != nil
        case .target: invocation.target != nil
        case .parent: invocation.parent != nil
        case .finding: !invocation.findings.isEmpty
        case .comment: invocation.comment != nil
        }
    }
}

extension Invocation.Argument {
    /// Before the call, and after it where that is known.
    fileprivate var values: [RecordedValue] { [value] + (after.map { [$0] } ?? []) }
}
