// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A filter as questions about the columns of a table of invocations, for stores that keep them in one.
///
/// What only the values can tell is `.values`: the store has to look at the invocation itself. `FilterCompiler` and
/// `InvocationFilter.matches` mean the same by every term.
package indirect enum ColumnFilter {
    /// A column with whole numbers.
    package enum Column: Sendable {
        case seq, parent, position, depth, duration
        /// Nanoseconds since the recorder began.
        case start
    }

    /// The values of an invocation that are spoken of.
    package enum ValuePart: Sendable {
        case all, arguments, result, error
    }

    case constant(Bool)
    case selector((Selector) -> Bool)
    case proxy((ProxyFacts) -> Bool)
    case thread((ThreadInfo) -> Bool)
    case column(Column, ClosedRange<UInt64>)
    /// Starts no later than `to` and ends no earlier than `from`.
    case overlap(from: UInt64, to: UInt64)
    case state(Invocation.State)
    case path(Invocation.ReturnPath)
    case hasArguments
    /// Whether the call reached a target.
    case hasTargetTime
    case hasResult
    case hasError
    case isMarked
    case hasComment
    /// Only the invocation itself can tell.
    case values
    /// Only the invocation itself can tell: whether the pattern matches a text, number or identity among the values of
    /// a part, or the name of an error's type.
    case valueText(ValuePart, TextPattern)
    case not(ColumnFilter)
    case all([ColumnFilter])
    case any([ColumnFilter])
}

extension InvocationFilter {
    /// The filter as questions about the completed invocations of one run.
    ///
    /// - Parameter origin: When the run began, in nanoseconds since 1970.
    package func columns(epoch: String, origin: Int64) -> ColumnFilter {
        let compiler = ColumnCompiler(epoch: epoch, origin: Int128(origin), madeAtNanoseconds: madeAtNanoseconds)
        return compiler.expression(expression)
    }
}

private struct ColumnCompiler {
    let epoch: String
    let origin: Int128
    let madeAtNanoseconds: Int64

    func expression(_ expression: FilterExpression) -> ColumnFilter {
        switch expression {
        case .everything: .constant(true)
        case .term(let term): self.term(term)
        case .not(let inner): .not(self.expression(inner))
        case .all(let parts): .all(parts.map(self.expression))
        case .any(let parts): .any(parts.map(self.expression))
        }
    }

    private func term(_ term: FilterTerm) -> ColumnFilter {
        switch term.test {
        case .text(let pattern): text(term.subject, pattern, nil)
        case .textOrNumber(let pattern, let number): text(term.subject, pattern, number)
        case .number(let comparison): number(term.subject, comparison)
        case .identity(let id):
            id.epoch != epoch
                ? .constant(false) : .column(term.subject == .key(.parent) ? .parent : .seq, id.seq...id.seq)
        case .main: .thread { $0.isMain }
        case .since(let instant): start(notBefore: Int128(instant))
        case .age(let age): start(notBefore: age.instant(before: madeAtNanoseconds))
        case .period(let from, let to): period(from, to)
        case .path(let path): .path(path)
        case .state(let state): .state(state)
        case .kind: .values
        case .trait(let trait): self.trait(trait)
        case .part(let part): self.part(part)
        case .finding(let finding): self.finding(finding)
        }
    }

    // MARK: Texts

    private func text(_ subject: FilterTerm.Subject, _ pattern: TextPattern, _ number: FilterNumber?)
        -> ColumnFilter
    {
        switch subject {
        case .key(.selector): .selector { matches(pattern, pattern.texts(of: $0)) }
        case .key(.protocol): .selector { matches(pattern, [$0.protocolName]) }
        case .key(.owner): .proxy { matches(pattern, [$0.owner]) }
        case .key(.target): .proxy { matches(pattern, [$0.target].compactMap(\.self)) }
        case .key(.thread): .thread { isThread($0, pattern, number) }
        case .anyText:
            .any([
                .selector { matches(pattern, pattern.texts(of: $0) + [$0.protocolName]) },
                value(.all, pattern, number),
            ])
        case .key(.arg), .argument: value(.arguments, pattern, number)
        case .key(.result): value(.result, pattern, number)
        case .key(.error): value(.error, pattern, number)
        default: .values
        }
    }

    /// A number can be written in several ways, so that its text says nothing.
    private func value(_ part: ColumnFilter.ValuePart, _ pattern: TextPattern, _ number: FilterNumber?) -> ColumnFilter
    { number == nil ? .valueText(part, pattern) : .values }

    private func matches(_ pattern: TextPattern, _ texts: [String]) -> Bool {
        var scratch = MatchScratch()
        return texts.contains { pattern.matches($0, &scratch) }
    }

    private func isThread(_ thread: ThreadInfo, _ pattern: TextPattern, _ number: FilterNumber?) -> Bool {
        if let number, FilterNumber.integer(Int128(thread.id)).compared(to: number)?.isEqual == true { return true }
        return matches(pattern, [thread.name])
    }

    // MARK: Numbers and time

    private func number(_ subject: FilterTerm.Subject, _ comparison: FilterComparison) -> ColumnFilter {
        let interval = comparison.interval
        func column(_ column: ColumnFilter.Column) -> ColumnFilter {
            interval.map { .column(column, $0) } ?? .constant(false)
        }
        return switch subject {
        case .key(.duration): column(.duration)
        case .key(.depth): column(.depth)
        case .key(.position): column(.position)
        case .key(.proxy): .proxy { interval?.contains(UInt64(clamping: $0.number)) ?? false }
        // No parent is kept as 0, and is no number.
        case .key(.parent): .all([column(.parent), .column(.parent, 1 ... .max)])
        case .key(.id), .key(.seq): column(.seq)
        default: .values
        }
    }

    private func start(notBefore instant: Int128) -> ColumnFilter {
        UInt64(exactly: max(0, instant - origin)).map { .column(.start, $0 ... .max) } ?? .constant(false)
    }

    private func period(_ from: Int64?, _ to: Int64?) -> ColumnFilter {
        guard let last = UInt64(exactly: to.map { Int128($0) - origin } ?? Int128(UInt64.max)) else {
            return .constant(false)
        }
        return .overlap(from: from.map { UInt64(clamping: Int128($0) - origin) } ?? 0, to: last)
    }

    // MARK: Traits

    private func trait(_ trait: FilterTrait) -> ColumnFilter {
        switch trait {
        case .running: .state(.running)
        case .returned: .state(.returned)
        case .threw: .state(.threw)
        case .slow: .column(.duration, FilterTrait.slowNanoseconds ... .max)
        case .main: .thread { $0.isMain }
        case .unanswered: .path(.none)
        case .void: .all([.state(.returned), .not(.hasResult)])
        case .nested: .column(.depth, 1 ... .max)
        case .truncated: .values
        case .marked: .isMarked
        }
    }

    private func part(_ part: FilterPart) -> ColumnFilter {
        switch part {
        case .arguments: .hasArguments
        case .result: .hasResult
        case .error: .hasError
        case .target: .proxy { $0.target != nil }
        case .parent: .column(.parent, 1 ... .max)
        case .comment: .hasComment
        case .finding: .any(Finding.allCases.map { finding($0) })
        }
    }

    private func finding(_ finding: Finding) -> ColumnFilter {
        switch finding {
        case .offMain: .all([.proxy { $0.isMainOnly }, .thread { !$0.isMain }])
        case .targetGone:

            .all([.proxy { $0.target != nil }, .any([.path(.none), .path(.default)]), .not(.hasTargetTime)])
        }
    }
}
