// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Whether the tests of a program could be evaluated completely.
final class ProgramProgress {
    fileprivate var scratch = MatchScratch()
    fileprivate var questions: [ValueQuestion<ValueTextTest>] = []

    var isPartial: Bool { scratch.isPartial || questions.contains { $0.test.scratch.isPartial } }
}

/// The facts of stored records: compiles questions to tests that only read the record.
struct RecordFacts {
    typealias Tests = FilterLogic<RecordTest>

    let progress = ProgramProgress()
    private let decoder: InvocationDecoder
    /// When the recorder was created, in nanoseconds since 1970.
    private let origin: Int64

    init(_ decoder: InvocationDecoder) {
        self.decoder = decoder
        origin = decoder.clock.wallOrigin
    }

    func tests(for fact: CallFact) -> Tests {
        switch fact {
        case .number(let number, let range): return self.number(number, range)
        case .startedSince(let instant) where decoder.clock.isWallSetAnew:
            return wallTest { start, _ in start >= instant }
        case .underWay(let from, let to) where decoder.clock.isWallSetAnew:
            return wallTest { start, end in start <= to ?? .max && end >= from ?? .min }
        case .startedSince(let instant):
            guard let (first, _) = CallFact.offsets(from: instant, to: nil, origin: origin) else { break }
            return .ask(.header) { $0.filtered($1) { $0.header.start >= first } }
        case .underWay(let from, let to):
            guard let (first, last) = CallFact.offsets(from: from, to: to, origin: origin) else { break }
            return .ask(.header) { mask, records in
                mask.filtered(records) { record in
                    let start = record.header.start
                    return start <= last && start.saturatingAdding(record.header.duration) >= first
                }
            }
        case .epoch(let test): return .constant(test(decoder.epoch, &progress.scratch))
        case .state(let state):
            let wanted = state.rawValue
            return .ask(.header) { $0.filtered($1) { $0.header.state == wanted } }
        case .path(let path):
            let wanted = path.rawValue
            return .ask(.header) { $0.filtered($1) { $0.header.path == wanted } }
        case .completion(let state): return completed(state)
        case .has(let part): return has(part)
        case .comment(let pattern): return noted { pattern.matches($0.comment, &$1) }
        case .finding(let finding): return finding.meaning.replacing(tests)
        case .selector(let test):
            let table = sites { test($0.selector, &$1) }
            return .ask(.table) { $0.filtered($1) { table[$0.header.site] } }
        case .proxy(let test):
            let table = revisions(test)
            return .ask(.table) { $0.filtered($1) { table[UInt($0.header.revision)] } }
        case .thread(let test):
            let table = threads(test)
            return .ask(.table) { $0.filtered($1) { table[UInt($0.header.thread)] } }
        case .task(let test):
            return .ask(.texts) { [progress] mask, records in
                mask.filtered(records) { $0.task.map { test($0, &progress.scratch) } ?? false }
            }
        case .trace(let test):
            return .ask(.texts) { [progress] mask, records in
                mask.filtered(records) { $0.trace.map { test($0, &progress.scratch) } ?? false }
            }
        case .value(let part, .text(let pattern, let number)): return text(part, pattern, number)
        case .value(let part, .number(let comparison)):
            let question = ValueQuestion(scope(of: part), NumberTest(comparison))
            return .ask(.values, question.filtered)
        case .value(let part, .truncated):
            let question = ValueQuestion(scope(of: part), TruncationTest())
            return .ask(.values, question.filtered)
        case .type(let pattern):
            let question = TypeQuestion(dynamicTypes: types(pattern), staticTypes: staticTypes(pattern))
            return .ask(.heads) { $0.filtered($1, question.holds) }
        case .kind(let kind): return .ask(.heads) { $0.filtered($1) { $0.hasValue(of: kind) } }
        case .process, .event: break
        }
        return .constant(false)
    }

    /// Compares the wall-clock times of starts and ends.
    private func wallTest(_ holds: @escaping (_ start: Int64, _ end: Int64) -> Bool) -> Tests {
        let clock = decoder.clock
        return .ask(.header) { mask, records in
            mask.filtered(records) { record in
                let start = clock.wallTime(ofOffset: record.header.start)
                return holds(start, start.saturatingAdding(Int64(clamping: record.header.duration)))
            }
        }
    }

    private func number(_ number: CallFact.Number, _ range: ClosedRange<UInt64>) -> Tests {
        switch number {
        case .seq: .ask(.header) { $0.filtered($1) { range.contains($0.header.seq) } }
        case .parent:
            .ask(.header) { $0.filtered($1) { $0.header.parentSeq != 0 && range.contains($0.header.parentSeq) } }
        case .position: .ask(.header) { $0.filtered($1) { range.contains($0.position) } }
        case .depth: .ask(.header) { $0.filtered($1) { range.contains(UInt64($0.header.depth)) } }
        case .skipped: .ask(.header) { $0.filtered($1) { range.contains(UInt64($0.header.skipped)) } }
        case .duration: .ask(.header) { $0.filtered($1) { range.contains($0.header.duration) } }
        case .rule: noted(range) { UInt64($0.rule) }
        case .held: noted(range) { $0.heldNanoseconds }
        case .size: .ask(.values) { $0.filtered($1) { range.contains($0.searchedSize) } }
        }
    }

    private func has(_ part: CallFact.Part) -> Tests {
        let threw = Invocation.State.threw.rawValue
        return switch part {
        case .arguments: .ask(.header) { $0.filtered($1) { $0.header.argumentBytes > 0 } }
        case .result: .ask(.header) { $0.filtered($1) { $0.header.hasValue && $0.header.state != threw } }
        case .error: .ask(.header) { $0.filtered($1) { $0.header.hasValue && $0.header.state == threw } }
        case .targetTime: .ask(.header) { $0.filtered($1) { $0.header.targetNanoseconds != nil } }
        case .edit: .ask(.header) { $0.filtered($1) { $0.ruleNote?.hasEdits ?? false } }
        case .mark: noted { mark, _ in mark.isMarked }
        case .comment: noted { mark, _ in mark.comment != nil }
        }
    }

    /// A test of what rules did.
    private func noted(_ range: ClosedRange<UInt64>, _ number: @escaping (RuleNote) -> UInt64?) -> Tests {
        .ask(.header) { $0.filtered($1) { $0.ruleNote.flatMap(number).map(range.contains) ?? false } }
    }

    private func completed(_ state: Invocation.Completion.State) -> Tests {
        let calls = Set(decoder.completions.numbers { $0.state == state })
        return calls.isEmpty ? .constant(false) : .ask(.table) { $0.filtered($1) { calls.contains($0.header.seq) } }
    }

    private func noted(_ holds: CallFact.Test<InvocationMark>) -> Tests {
        let calls = Set(decoder.marks.filter { holds($0.value, &progress.scratch) }.keys)
        return calls.isEmpty ? .constant(false) : .ask(.table) { $0.filtered($1) { calls.contains($0.header.seq) } }
    }

    // MARK: Shared facts

    private func table(_ holds: @escaping (UInt, inout MatchScratch) -> Bool) -> AddressTable<Bool> {
        AddressTable(false) { [progress] in holds($0, &progress.scratch) }
    }

    private func sites(_ holds: @escaping (Requirement, inout MatchScratch) -> Bool) -> AddressTable<Bool> {
        table { holds(CallSite.at($0).pointee.requirement.takeUnretainedValue(), &$1) }
    }

    private func revisions(_ holds: @escaping CallFact.Test<ProxyFacts>) -> AddressTable<Bool> {
        table { holds(ProxyRevisions[UInt32($0)].facts, &$1) }
    }

    private func threads(_ holds: @escaping CallFact.Test<ThreadInfo>) -> AddressTable<Bool> {
        table { [decoder] in holds(decoder.thread(UInt16($0)), &$1) }
    }

    private func types(_ pattern: TextPattern) -> AddressTable<Bool> {
        table { [decoder] in pattern.matches(decoder.typeNames[$0], &$1) }
    }

    /// One bit for each parameter of a call site whose type matches, and one for the result.
    private func staticTypes(_ pattern: TextPattern) -> AddressTable<UInt64> {
        AddressTable(0) { [progress] site in
            let requirement = CallSite.at(site).pointee.requirement.takeUnretainedValue()
            let result = pattern.matches(requirement.resultTypeName, &progress.scratch)
            return requirement.parameters.enumerated().reduce(result ? ValueScope.resultBit : 0) { bits, entry in
                let isMatch = pattern.matches(entry.element.typeName, &progress.scratch)
                return isMatch ? bits | ValueScope.bit(entry.offset) : bits
            }
        }
    }

    // MARK: Values

    private func text(_ part: CallFact.ValuePart, _ pattern: TextPattern, _ number: FilterNumber?) -> Tests {
        let test = ValueTextTest(pattern, number: number, typeNames: decoder.typeNames)
        let question = ValueQuestion(scope(of: part), test)
        progress.questions.append(question)
        let cost: RecordTest.Cost = test.isDear ? .patterns : test.isLong ? .longTexts : .texts
        guard part.includesErrors else { return .ask(cost, question.filtered) }
        let errorTypes = types(pattern)
        return .ask(cost) { mask, records in
            mask.filtered(records) { record in
                if record.header.state == Invocation.State.threw.rawValue, record.header.hasValue {
                    var reader = EncodedValueReader(record.end)
                    if errorTypes[reader.read().type] { return true }
                }
                return question.holds(for: record)
            }
        }
    }

    private func scope(of part: CallFact.ValuePart) -> ValueScope {
        switch part {
        case .all: ValueScope(arguments: parameters { _, _ in true }, isResultAsked: true, isErrorAsked: true)
        case .arguments: ValueScope(arguments: parameters { _, _ in true }, isResultAsked: false, isErrorAsked: false)
        case .result: ValueScope(arguments: nil, isResultAsked: true, isErrorAsked: false)
        case .error: ValueScope(arguments: nil, isResultAsked: false, isErrorAsked: true)
        case .argument(let wanted):
            ValueScope(
                arguments: parameters { index, parameter in
                    CallFact.ValuePart.name(wanted, isOf: index, label: parameter.label, name: parameter.name)
                },
                partName: PartName(wanted),
                isResultAsked: false,
                isErrorAsked: false
            )
        }
    }

    /// One bit for each parameter of a call site for which `holds` is true.
    private func parameters(_ holds: @escaping (Int, Requirement.Parameter) -> Bool) -> AddressTable<UInt64> {
        AddressTable(0) { site in
            let requirement = CallSite.at(site).pointee.requirement.takeUnretainedValue()
            return requirement.parameters.enumerated().reduce(0) { bits, entry in
                holds(entry.offset, entry.element) ? bits | ValueScope.bit(entry.offset) : bits
            }
        }
    }
}

extension StoredRecord {
    fileprivate var searchedSize: UInt64 {
        var sum = SizeSum()
        for bytes in [arguments, end] {
            var reader = EncodedValueReader(bytes)
            while !reader.isAtEnd { _ = reader.containsValue(&sum) }
        }
        return sum.sum
    }

    fileprivate func hasValue(of kind: RecordedValue.Kind) -> Bool {
        for bytes in [arguments, end] {
            var reader = EncodedValueReader(bytes)
            while !reader.isAtEnd { if reader.read().tag.kind == kind { return true } }
        }
        return false
    }
}
