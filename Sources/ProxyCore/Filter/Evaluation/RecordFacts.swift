// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Whether the tests of a program could be carried through.
final class ProgramProgress {
    fileprivate var scratch = MatchScratch()
    fileprivate var questions: [ValueQuestion<ValueTextTest>] = []

    var isPartial: Bool { scratch.isPartial || questions.contains { $0.test.scratch.isPartial } }
}

/// The facts of stored records: turns questions into tests that need no more than a look at a record.
struct RecordFacts {
    let progress = ProgramProgress()
    private let decoder: InvocationDecoder
    /// Nanoseconds since 1970 at which the recorder's own time begins.
    private let origin: Int64

    init(_ decoder: InvocationDecoder) {
        self.decoder = decoder
        origin = decoder.clock.wallTime(ofOffset: 0)
    }

    func tests(for fact: CallFact) -> FilterLogic<RecordTest> {
        switch fact {
        case .number(let number, let range): .ask(.number(number, range))
        case .startedSince(let instant): started(instant, nil) { from, _ in .startedSince(from) }
        case .underWay(let from, let to): started(from, to) { .underWay(from: $0, to: $1) }
        case .epoch(let epoch): .constant(epoch == decoder.epoch)
        case .state(let state): .ask(.state(state.rawValue))
        case .path(let path): .ask(.path(path.rawValue))
        case .has(.mark): noted { mark, _ in mark.isMarked }
        case .has(.comment): noted { mark, _ in mark.comment != nil }
        case .has(let part): .ask(.has(part))
        case .comment(let pattern): noted { pattern.matches($0.comment, &$1) }
        case .finding(let finding): finding.meaning.replacing(tests)
        case .selector(let test): .ask(.site(sites { test($0.selector, &$1) }))
        case .proxy(let test): .ask(.revision(revisions(test)))
        case .thread(let test): .ask(.thread(threads(test)))
        case .value(let part, .text(let pattern, let number)): .ask(text(part, pattern, number))
        case .value(let part, .number(let comparison)):
            .ask(.comparison(ValueQuestion(scope(of: part), NumberTest(comparison))))
        case .value(let part, .truncated): .ask(.truncated(ValueQuestion(scope(of: part), TruncationTest())))
        case .type(let pattern): .ask(type(pattern))
        case .kind(let kind): .ask(.kind(kind))
        case .event: .constant(false)
        }
    }

    // MARK: What records share

    private func table(_ holds: @escaping (UInt, inout MatchScratch) -> Bool) -> AddressTable<Bool> {
        AddressTable(false) { [progress] in holds($0, &progress.scratch) }
    }

    private func sites(_ holds: @escaping (Requirement, inout MatchScratch) -> Bool) -> AddressTable<Bool> {
        table { holds(CallSite.at($0).pointee.requirement.takeUnretainedValue(), &$1) }
    }

    private func revisions(_ holds: @escaping CallFact.Test<ProxyFacts>) -> AddressTable<Bool> {
        table { number, scratch in
            let revision = ProxyRevisions[UInt32(number)]
            let facts = ProxyFacts(
                number: revision.proxy,
                owner: revision.owner,
                target: revision.target,
                isMainOnly: revision.isMainOnly
            )
            return holds(facts, &scratch)
        }
    }

    private func threads(_ holds: @escaping CallFact.Test<ThreadInfo>) -> AddressTable<Bool> {
        table { [decoder] in holds(decoder.thread(UInt16($0)), &$1) }
    }

    private func types(_ pattern: TextPattern) -> AddressTable<Bool> {
        table { [decoder] in pattern.matches(decoder.typeNames[$0], &$1) }
    }

    private func noted(_ holds: CallFact.Test<InvocationMark>) -> FilterLogic<RecordTest> {
        .ask(.noted(Set(decoder.marks.filter { holds($0.value, &progress.scratch) }.keys)))
    }

    private func started(
        _ from: Int64?,
        _ to: Int64?,
        _ test: (_ from: UInt64, _ to: UInt64) -> RecordTest
    ) -> FilterLogic<RecordTest> {
        CallFact.offsets(from: from, to: to, origin: origin).map { .ask(test($0.from, $0.to)) } ?? .constant(false)
    }

    // MARK: Values

    private func text(_ part: CallFact.ValuePart, _ pattern: TextPattern, _ number: FilterNumber?) -> RecordTest {
        let test = ValueTextTest(pattern, number: number, typeNames: decoder.typeNames)
        let question = ValueQuestion(scope(of: part), test)
        progress.questions.append(question)
        return .text(question, errorType: part.includesErrors ? types(pattern) : nil)
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

    /// Bits of the parameters of a call site.
    private func parameters(_ holds: @escaping (Int, Requirement.Parameter) -> Bool) -> AddressTable<UInt64> {
        AddressTable(0) { site in
            let requirement = CallSite.at(site).pointee.requirement.takeUnretainedValue()
            return requirement.parameters.enumerated().reduce(0) { bits, entry in
                holds(entry.offset, entry.element) ? bits | ValueScope.bit(entry.offset) : bits
            }
        }
    }

    private func type(_ pattern: TextPattern) -> RecordTest {
        let progress = self.progress
        let staticTypes = AddressTable<UInt64>(0) { site in
            let requirement = CallSite.at(site).pointee.requirement.takeUnretainedValue()
            let result = pattern.matches(requirement.resultTypeName, &progress.scratch)
            return requirement.parameters.enumerated().reduce(result ? ValueScope.resultBit : 0) { bits, entry in
                let isMatch = pattern.matches(entry.element.typeName, &progress.scratch)
                return isMatch ? bits | ValueScope.bit(entry.offset) : bits
            }
        }
        return .type(TypeQuestion(dynamicTypes: types(pattern), staticTypes: staticTypes))
    }
}
