// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a program asks of a stored record, apart from "and", "or" and "not".
enum RecordTest {
    // What the header says.
    case number(CallFact.Number, ClosedRange<UInt64>)
    /// Nanoseconds since the recorder began.
    case startedSince(UInt64)
    case underWay(from: UInt64, to: UInt64)
    case state(UInt8)
    case path(UInt8)
    case has(CallFact.Part)
    /// What somebody noted on calls, by `seq`.
    case noted(Set<UInt64>)

    // What is true of all records of one call site, proxy or thread.
    case site(AddressTable<Bool>)
    case revision(AddressTable<Bool>)
    case thread(AddressTable<Bool>)

    // What the values say.
    case text(ValueQuestion<ValueTextTest>, errorType: AddressTable<Bool>?)
    case comparison(ValueQuestion<NumberTest>)
    case truncated(ValueQuestion<TruncationTest>)
    case type(TypeQuestion)
    case kind(RecordedValue.Kind)

    /// Cheap tests go before dear ones.
    var cost: Int {
        switch self {
        case .number(.size, _), .comparison, .truncated: 3
        case .number, .startedSince, .underWay, .state, .path, .has: 0
        case .site, .revision, .thread, .noted: 1
        case .kind, .type: 2
        case .text(let question, _): question.test.isDear ? 5 : 4
        }
    }

    /// The records of a mask that pass.
    func filter(_ mask: RecordMask, _ records: UnsafePointer<StoredRecord>) -> RecordMask {
        switch self {
        case .number(let number, let range): filter(mask, records, number, range)
        case .startedSince(let instant): mask.filtered(records) { $0.header.start >= instant }
        case .underWay(let from, let to):
            mask.filtered(records) { record in
                let start = record.header.start
                return start <= to && start &+ record.header.duration >= from
            }
        case .state(let state): mask.filtered(records) { $0.header.state == state }
        case .path(let path): mask.filtered(records) { $0.header.path == path }
        case .has(let part): filter(mask, records, part)
        case .noted(let calls): calls.isEmpty ? .none : mask.filtered(records) { calls.contains($0.header.seq) }
        case .site(let table): mask.filtered(records) { table[$0.header.site] }
        case .revision(let table): mask.filtered(records) { table[UInt($0.header.revision)] }
        case .thread(let table): mask.filtered(records) { table[UInt($0.header.thread)] }
        case .text(let question, let errorType): filter(mask, records, question, errorType)
        case .comparison(let question): question.filtered(mask, records)
        case .truncated(let question): question.filtered(mask, records)
        case .type(let question): mask.filtered(records) { question.holds(for: $0) }
        case .kind(let kind): mask.filtered(records) { Self.hasValue(of: kind, $0) }
        }
    }

    /// A loop of its own for each number, so that nothing is looked up for each record.
    private func filter(
        _ mask: RecordMask,
        _ records: UnsafePointer<StoredRecord>,
        _ number: CallFact.Number,
        _ range: ClosedRange<UInt64>
    ) -> RecordMask {
        switch number {
        case .seq: mask.filtered(records) { range.contains($0.header.seq) }
        case .parent:
            mask.filtered(records) { record in
                let parent = record.header.parentSeq
                return parent != 0 && range.contains(parent)
            }
        case .position: mask.filtered(records) { range.contains($0.position) }
        case .depth: mask.filtered(records) { range.contains(UInt64($0.header.depth)) }
        case .skipped: mask.filtered(records) { range.contains(UInt64($0.header.skipped)) }
        case .duration: mask.filtered(records) { range.contains($0.header.duration) }
        case .size: mask.filtered(records) { range.contains(Self.size(of: $0)) }
        }
    }

    private func filter(
        _ mask: RecordMask,
        _ records: UnsafePointer<StoredRecord>,
        _ part: CallFact.Part
    ) -> RecordMask {
        let threw = Invocation.State.threw.rawValue
        return switch part {
        case .arguments: mask.filtered(records) { $0.header.argumentBytes > 0 }
        case .result: mask.filtered(records) { $0.header.hasValue && $0.header.state != threw }
        case .error: mask.filtered(records) { $0.header.hasValue && $0.header.state == threw }
        case .targetTime: mask.filtered(records) { $0.header.targetNanoseconds != nil }
        // `RecordFacts` looks at the notes beforehand.
        case .mark, .comment: .none
        }
    }

    private func filter(
        _ mask: RecordMask,
        _ records: UnsafePointer<StoredRecord>,
        _ question: ValueQuestion<ValueTextTest>,
        _ errorType: AddressTable<Bool>?
    ) -> RecordMask {
        guard let errorType else { return question.filtered(mask, records) }
        return mask.filtered(records) { record in
            if record.header.state == Invocation.State.threw.rawValue, record.header.hasValue {
                var reader = EncodedValueReader(record.end)
                if errorType[reader.read().type] { return true }
            }
            return question.holds(for: record)
        }
    }

    private static func size(of record: StoredRecord) -> UInt64 {
        var sum = SizeSum()
        for bytes in [record.arguments, record.end] {
            var reader = EncodedValueReader(bytes)
            while !reader.isAtEnd { _ = reader.containsValue(&sum) }
        }
        return sum.sum
    }

    private static func hasValue(of kind: RecordedValue.Kind, _ record: StoredRecord) -> Bool {
        for bytes in [record.arguments, record.end] {
            var reader = EncodedValueReader(bytes)
            while !reader.isAtEnd { if reader.read().tag.kind == kind { return true } }
        }
        return false
    }
}
