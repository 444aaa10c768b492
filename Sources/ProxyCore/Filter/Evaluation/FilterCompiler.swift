// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Whether the tests of a program could be carried through.
final class ProgramProgress {
    fileprivate(set) var scratch = MatchScratch()
    fileprivate var questions: [ValueQuestion<ValueTextTest>] = []

    var isPartial: Bool { scratch.isPartial || questions.contains { $0.test.scratch.isPartial } }

    fileprivate func matches(_ pattern: TextPattern, _ texts: [String]) -> Bool {
        texts.contains { pattern.matches($0, &scratch) }
    }
}

/// Turns the terms of a filter into tests of stored records. `InvocationFilter.matches` means the same.
struct FilterCompiler {
    let progress = ProgramProgress()
    private let decoder: InvocationDecoder
    private let madeAtNanoseconds: Int64
    /// Nanoseconds since 1970 at which the recorder's own time begins.
    private let origin: Int128

    init(decoder: InvocationDecoder, madeAtNanoseconds: Int64) {
        self.decoder = decoder
        self.madeAtNanoseconds = madeAtNanoseconds
        origin = Int128(decoder.clock.wallTime(ofOffset: 0))
    }

    /// Tests of which one has to pass; none when no record can.
    func tests(for term: FilterTerm) -> [RecordTest] {
        switch term.test {
        case .text(let pattern): text(term.subject, pattern, nil)
        case .textOrNumber(let pattern, let number): text(term.subject, pattern, number)
        case .number(let comparison): number(term.subject, comparison)
        case .identity(let id):
            id.epoch != decoder.epoch
                ? [] : [term.subject == .key(.parent) ? .parent(id.seq...id.seq) : .seq(id.seq...id.seq)]
        case .main: [.thread(threads { $0.isMain })]
        case .since(let instant): start(notBefore: Int128(instant))
        case .age(let age): start(notBefore: age.instant(before: madeAtNanoseconds))
        case .period(let from, let to): period(from, to)
        case .path(let path): [.path(path.rawValue)]
        case .state(let state): [.state(state.rawValue)]
        case .kind(let kind): [.kind(kind)]
        case .trait(let trait): self.trait(trait)
        case .part(.target): [.revision(revisions { $0.target != nil })]
        case .part(.comment): [.noted(noted { $0.comment != nil })]
        case .part(.finding): Finding.allCases.map { finding($0) }
        case .finding(let finding): [self.finding(finding)]
        case .part(let part): [.part(part)]
        }
    }

    // MARK: Facts

    private func sites(_ holds: @escaping (Requirement) -> Bool) -> AddressTable<Bool> {
        AddressTable(false) { holds(CallSite.at($0).pointee.requirement.takeUnretainedValue()) }
    }

    private func revisions(_ holds: @escaping (ProxyRevision) -> Bool) -> AddressTable<Bool> {
        AddressTable(false) { holds(ProxyRevisions[UInt32($0)]) }
    }

    private func threads(_ holds: @escaping (ThreadInfo) -> Bool) -> AddressTable<Bool> {
        AddressTable(false) { [decoder] in holds(decoder.thread(UInt16($0))) }
    }

    private func noted(_ holds: (InvocationMark) -> Bool) -> Set<UInt64> {
        Set(decoder.marks.filter { holds($0.value) }.keys)
    }

    private func types(_ pattern: TextPattern) -> AddressTable<Bool> {
        AddressTable(false) { [decoder, progress] in progress.matches(pattern, [decoder.typeNames[$0]]) }
    }

    /// Bits of the parameters of a call site.
    private func parameters(_ holds: @escaping (Int, Requirement.Parameter) -> Bool) -> AddressTable<UInt64> {
        AddressTable(0) { site in
            let requirement = CallSite.at(site).pointee.requirement.takeUnretainedValue()
            return requirement.parameters.enumerated().reduce(0) { bits, entry in
                holds(entry.offset, entry.element) ? bits | ValueScope.bit(entry.offset) : bits
            }
        }
    }

    // MARK: Texts

    private func text(_ subject: FilterTerm.Subject, _ pattern: TextPattern, _ number: FilterNumber?) -> [RecordTest] {
        let progress = self.progress
        switch subject {
        case .key(.selector): return [.site(sites { progress.matches(pattern, pattern.texts(of: $0.selector)) })]
        case .key(.protocol): return [.site(sites { progress.matches(pattern, [$0.selector.protocolName]) })]
        case .key(.owner): return [.revision(revisions { progress.matches(pattern, [$0.owner]) })]
        case .key(.target):
            return [.revision(revisions { progress.matches(pattern, [$0.target].compactMap(\.self)) })]
        case .key(.thread): return [.thread(threads { isThread($0, pattern, number) })]
        case .key(.type): return [type(pattern)]
        case .key(.comment):
            return [.noted(noted { progress.matches(pattern, [$0.comment].compactMap(\.self)) })]
        case .anyText:
            let sites = sites {
                progress.matches(pattern, pattern.texts(of: $0.selector) + [$0.selector.protocolName])
            }
            return [.site(sites), values(subject, pattern, number)]
        default: return [values(subject, pattern, number)]
        }
    }

    private func isThread(_ thread: ThreadInfo, _ pattern: TextPattern, _ number: FilterNumber?) -> Bool {
        if let number, FilterNumber.integer(Int128(thread.id)).compared(to: number)?.isEqual == true { return true }
        return progress.matches(pattern, [thread.name])
    }

    private func values(_ subject: FilterTerm.Subject, _ pattern: TextPattern, _ number: FilterNumber?) -> RecordTest {
        let test = ValueTextTest(pattern, number: number, typeNames: decoder.typeNames)
        let question = ValueQuestion(scope(of: subject), test)
        progress.questions.append(question)
        let asksErrors = subject == .anyText || subject == .key(.error)
        return .text(question, errorType: asksErrors ? types(pattern) : nil)
    }

    private func scope(of subject: FilterTerm.Subject) -> ValueScope {
        switch subject {
        case .argument(let wanted):
            let arguments = parameters { index, parameter in
                FilterTerm.names(wanted, index: index, label: parameter.label, name: parameter.name)
            }
            return ValueScope(
                arguments: arguments,
                partName: PartName(wanted),
                isResultAsked: false,
                isErrorAsked: false
            )
        case .key(.result): return ValueScope(arguments: nil, isResultAsked: true, isErrorAsked: false)
        case .key(.error): return ValueScope(arguments: nil, isResultAsked: false, isErrorAsked: true)
        default:
            let isEverythingAsked = subject != .key(.arg)
            return ValueScope(
                arguments: parameters { _, _ in true },
                isResultAsked: isEverythingAsked,
                isErrorAsked: isEverythingAsked
            )
        }
    }

    private func type(_ pattern: TextPattern) -> RecordTest {
        let progress = self.progress
        let staticTypes = AddressTable<UInt64>(0) { site in
            let requirement = CallSite.at(site).pointee.requirement.takeUnretainedValue()
            let result = progress.matches(pattern, [requirement.resultTypeName].compactMap(\.self))
            return requirement.parameters.enumerated().reduce(result ? ValueScope.resultBit : 0) { bits, entry in
                progress.matches(pattern, [entry.element.typeName]) ? bits | ValueScope.bit(entry.offset) : bits
            }
        }
        return .type(TypeQuestion(dynamicTypes: types(pattern), staticTypes: staticTypes))
    }

    // MARK: Numbers, time, traits

    private func number(_ subject: FilterTerm.Subject, _ comparison: FilterComparison) -> [RecordTest] {
        let interval = comparison.interval
        func test(_ make: (ClosedRange<UInt64>) -> RecordTest) -> [RecordTest] { interval.map { [make($0)] } ?? [] }
        return switch subject {
        case .key(.duration): test { .duration($0) }
        case .key(.size): test { .size($0) }
        case .key(.skipped): test { .skipped($0) }
        case .key(.depth): test { .depth($0) }
        case .key(.position): test { .position($0) }
        case .key(.proxy):
            test { interval in .revision(revisions { interval.contains(UInt64($0.proxy)) }) }
        case .key(.parent): test { .parent($0) }
        case .key(.id), .key(.seq): test { .seq($0) }
        default: [.number(ValueQuestion(scope(of: subject), NumberTest(comparison)))]
        }
    }

    private func start(notBefore instant: Int128) -> [RecordTest] {
        UInt64(exactly: max(0, instant - origin)).map { [.start($0 ... .max)] } ?? []
    }

    private func period(_ from: Int64?, _ to: Int64?) -> [RecordTest] {
        guard let last = UInt64(exactly: to.map { Int128($0) - origin } ?? Int128(UInt64.max)) else { return [] }
        let first = from.map { UInt64(clamping: Int128($0) - origin) } ?? 0
        return [.period(from: first, to: last)]
    }

    private func finding(_ finding: Finding) -> RecordTest {
        switch finding {
        case .offMain: .offMain(proxies: revisions { $0.isMainOnly }, threads: threads { !$0.isMain })
        case .targetGone: .targetGone(proxies: revisions { $0.target != nil })
        }
    }

    private func trait(_ trait: FilterTrait) -> [RecordTest] {
        switch trait {
        case .running: [.state(Invocation.State.running.rawValue)]
        case .returned: [.state(Invocation.State.returned.rawValue)]
        case .threw: [.state(Invocation.State.threw.rawValue)]
        case .slow: [.duration(FilterTrait.slowNanoseconds ... .max)]
        case .main: [.thread(threads { $0.isMain })]
        case .unanswered: [.path(Invocation.ReturnPath.none.rawValue)]
        case .void: [.void]
        case .nested: [.depth(1 ... .max)]
        case .marked: [.noted(noted(\.isMarked))]
        case .truncated: [.truncated(ValueQuestion(scope(of: .anyText), TruncationTest()))]
        }
    }
}
