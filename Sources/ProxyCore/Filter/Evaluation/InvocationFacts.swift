// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Result of applying a filter to one invocation.
public struct FilterVerdict: Sendable, Hashable {
    /// Whether the invocation passes.
    public var isMatch: Bool
    /// Whether a regular expression exceeded its step limit; its term then counted as false.
    public var isPartial: Bool
}

extension FilterVerdict {
    /// What is said of calls that were chosen by verdicts of which some are partial.
    package static let partialNote =
        "A regular expression of the filter ran out of steps for some calls, and counts as not matching them. "
        + "Simplify it, or use a pattern with *."
}

extension InvocationFilter {
    /// Whether an invocation passes.
    public func matches(_ invocation: Invocation) -> Bool { verdict(on: invocation).isMatch }

    /// Whether an invocation passes, and whether the answer is partial.
    public func verdict(on invocation: Invocation) -> FilterVerdict {
        var facts = InvocationFacts(invocation: invocation)
        let isMatch = meaning.holds { facts.holds($0) }
        return FilterVerdict(isMatch: isMatch, isPartial: facts.scratch.isPartial)
    }

    /// Whether an invocation passes; nil if that depends on a regular expression that ran out of steps.
    package func decision(on invocation: Invocation) -> Bool? {
        var facts = InvocationFacts(invocation: invocation)
        return meaning.decision { fact in
            facts.scratch.isPartial = false
            // Another text may match all the same.
            if facts.holds(fact) { return true }
            return facts.scratch.isPartial ? nil : false
        }
    }
}

/// The facts of an invocation.
private struct InvocationFacts {
    let invocation: Invocation
    var scratch = MatchScratch()

    mutating func holds(_ fact: CallFact) -> Bool {
        switch fact {
        case .number(let number, let range): self.number(number).map(range.contains) ?? false
        case .startedSince(let instant): invocation.startedAtNanoseconds >= instant
        case .underWay(let from, let to): isUnderWay(from, to)
        case .epoch(let test): test(invocation.id.epoch, &scratch)
        case .state(let state): invocation.state == state
        case .path(let path): invocation.state != .running && invocation.returnPath == path
        case .completion(let state): invocation.completion == state
        case .has(let part): has(part)
        case .comment(let pattern): pattern.matches(invocation.comment, &scratch)
        case .finding(let finding): invocation.findings.contains(finding)
        case .selector(let test): test(invocation.selector, &scratch)
        case .proxy(let test): test(invocation.proxyFacts, &scratch)
        case .thread(let test): test(invocation.thread, &scratch)
        case .task(let test): invocation.task.map { test($0, &scratch) } ?? false
        case .process(let test): invocation.process.map { test($0, &scratch) } ?? false
        case .trace(let test): invocation.trace.map { test($0, &scratch) } ?? false
        case .value(let part, .text(let pattern, let number)): hasText(part, pattern, number)
        case .value(let part, .number(let comparison)): values(of: part).contains { $0.hasNumber(comparison) }
        case .value(let part, .truncated): values(of: part).contains(where: \.hasTruncation)
        case .type(let pattern):
            pattern.matches(anyOf: (invocation.arguments.map(\.value) + outcome).map(\.typeName), &scratch)
        case .kind(let kind): allValues.contains { $0.kind == kind }
        case .event: false
        }
    }

    private func number(_ number: CallFact.Number) -> UInt64? {
        switch number {
        // That of a call under way is not known yet.
        case .seq: invocation.seq == 0 ? nil : invocation.seq
        case .parent: invocation.parent?.seq
        case .position: invocation.position
        case .depth: UInt64(clamping: invocation.depth)
        case .skipped: UInt64(clamping: invocation.skipped)
        case .duration: invocation.durationNanoseconds
        case .rule: invocation.rule.map { UInt64(clamping: $0) }
        case .held: invocation.heldNanoseconds
        case .size: UInt64(clamping: allValues.reduce(0) { $0.saturatingAdding($1.searchedSize) })
        }
    }

    private func has(_ part: CallFact.Part) -> Bool {
        switch part {
        case .arguments: !invocation.arguments.isEmpty
        case .result: invocation.result != nil
        case .error: invocation.error != nil
        case .mark: invocation.isMarked
        case .comment: invocation.comment != nil
        case .targetTime: invocation.targetNanoseconds != nil
        case .edit: invocation.arguments.contains { $0.edited != nil }
        }
    }

    private func isUnderWay(_ from: Int64?, _ to: Int64?) -> Bool {
        let start = Int128(invocation.startedAtNanoseconds)
        let end = invocation.durationNanoseconds.map { start + Int128($0) } ?? .max
        return start <= to.map { Int128($0) } ?? .max && end >= from.map { Int128($0) } ?? .min
    }

    // MARK: Values

    private var outcome: [RecordedValue] { [invocation.result, invocation.error].compactMap(\.self) }

    private func values(of part: CallFact.ValuePart) -> [RecordedValue] {
        switch part {
        case .all: invocation.arguments.flatMap(\.values) + outcome
        case .arguments: invocation.arguments.flatMap(\.values)
        case .result: [invocation.result].compactMap(\.self)
        case .error: [invocation.error].compactMap(\.self)
        case .argument(let name):
            invocation.arguments.enumerated().flatMap { index, argument in
                CallFact.ValuePart.name(name, isOf: index, label: argument.label, name: argument.name)
                    ? argument.values : argument.values.flatMap { $0.parts(named: PartName(name)) }
            }
        }
    }

    /// All recorded values: arguments, result and error, and the target's own result or error.
    private var allValues: [RecordedValue] {
        values(of: .all) + [invocation.targetResult, invocation.targetError].compactMap(\.self)
    }

    private mutating func hasText(_ part: CallFact.ValuePart, _ pattern: TextPattern, _ number: FilterNumber?) -> Bool {
        if part.includesErrors, pattern.matches(invocation.error?.typeName, &scratch) { return true }
        for value in values(of: part) where matches(value, pattern, number) { return true }
        return false
    }

    /// Whether a value or a nested one matches.
    private mutating func matches(_ value: RecordedValue, _ pattern: TextPattern, _ number: FilterNumber?) -> Bool {
        if let number, let isEqual = value.isNumber(number) {
            if isEqual { return true }
        } else if pattern.matches(anyOf: value.searchedTexts, &scratch) {
            return true
        }
        for child in value.children where matches(child, pattern, number) { return true }
        return false
    }
}

extension Invocation.Argument {
    /// The values before the call and, if recorded, after it.
    fileprivate var values: [RecordedValue] { [value] + (after.map { [$0] } ?? []) }
}
