// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a program asks of a stored record, apart from "and", "or" and "not".
enum RecordTest {
    // What the header says.
    case duration(ClosedRange<UInt64>)
    case depth(ClosedRange<UInt64>)
    case skipped(ClosedRange<UInt64>)
    case seq(ClosedRange<UInt64>)
    case position(ClosedRange<UInt64>)
    case parent(ClosedRange<UInt64>)
    /// Nanoseconds since the recorder began.
    case start(ClosedRange<UInt64>)
    case period(from: UInt64, to: UInt64)
    case state(UInt8)
    case path(UInt8)
    case part(FilterPart)
    case void
    /// What somebody noted on calls, by `seq`.
    case noted(Set<UInt64>)

    // What is true of all records of one call site, proxy or thread.
    case site(AddressTable<Bool>)
    case revision(AddressTable<Bool>)
    case thread(AddressTable<Bool>)
    case offMain(proxies: AddressTable<Bool>, threads: AddressTable<Bool>)
    case targetGone(proxies: AddressTable<Bool>)

    // What the values say.
    case text(ValueQuestion<ValueTextTest>, errorType: AddressTable<Bool>?)
    case number(ValueQuestion<NumberTest>)
    case truncated(ValueQuestion<TruncationTest>)
    case size(ClosedRange<UInt64>)
    case type(TypeQuestion)
    case kind(RecordedValue.Kind)

    /// Cheap tests go before dear ones.
    var cost: Int {
        switch self {
        case .duration, .depth, .skipped, .seq, .position, .parent, .start, .period, .state, .path, .part, .void: 0
        case .site, .revision, .thread, .offMain, .targetGone, .noted: 1
        case .kind, .type: 2
        case .number, .truncated, .size: 3
        case .text(let question, _): question.test.isDear ? 5 : 4
        }
    }

    /// The records of a mask that pass.
    func filter(_ mask: RecordMask, _ records: UnsafePointer<StoredRecord>) -> RecordMask {
        switch self {
        case .duration(let range): mask.filtered(records) { range.contains($0.header.duration) }
        case .depth(let range): mask.filtered(records) { range.contains(UInt64($0.header.depth)) }
        case .skipped(let range): mask.filtered(records) { range.contains(UInt64($0.header.skipped)) }
        case .seq(let range): mask.filtered(records) { range.contains($0.header.seq) }
        case .position(let range): mask.filtered(records) { range.contains($0.position) }
        case .parent(let range):
            mask.filtered(records) { record in
                let parent = record.header.parentSeq
                return parent != 0 && range.contains(parent)
            }
        case .start(let range): mask.filtered(records) { range.contains($0.header.start) }
        case .period(let from, let to):
            mask.filtered(records) { record in
                let start = record.header.start
                return start <= to && start &+ record.header.duration >= from
            }
        case .state(let state): mask.filtered(records) { $0.header.state == state }
        case .path(let path): mask.filtered(records) { $0.header.path == path }
        case .part(let part): filter(mask, records, part)
        case .void:
            mask.filtered(records) { record in
                let header = record.header
                return !header.hasValue && header.state == Invocation.State.returned.rawValue
            }
        case .noted(let calls): calls.isEmpty ? .none : mask.filtered(records) { calls.contains($0.header.seq) }
        case .site(let table): mask.filtered(records) { table[$0.header.site] }
        case .revision(let table): mask.filtered(records) { table[UInt($0.header.revision)] }
        case .thread(let table): mask.filtered(records) { table[UInt($0.header.thread)] }
        case .offMain(let proxies, let threads):
            mask.filtered(records) { record in
                let header = record.header
                return proxies[UInt(header.revision)] && threads[UInt(header.thread)]
            }
        case .targetGone(let proxies):
            mask.filtered(records) { record in
                let header = record.header
                let isUnanswered =
                    header.path == Invocation.ReturnPath.none.rawValue
                    || header.path == Invocation.ReturnPath.default.rawValue
                return isUnanswered && header.target == EndEntry.noTarget && proxies[UInt(header.revision)]
            }
        case .text(let question, let errorType): filter(mask, records, question, errorType)
        case .number(let question): question.filtered(mask, records)
        case .truncated(let question): question.filtered(mask, records)
        case .size(let range): mask.filtered(records) { range.contains(Self.size(of: $0)) }
        case .type(let question): mask.filtered(records) { question.holds(for: $0) }
        case .kind(let kind): mask.filtered(records) { Self.hasValue(of: kind, $0) }
        }
    }

    private func filter(
        _ mask: RecordMask,
        _ records: UnsafePointer<StoredRecord>,
        _ part: FilterPart
    ) -> RecordMask {
        let threw = Invocation.State.threw.rawValue
        return switch part {
        case .arguments: mask.filtered(records) { $0.header.argumentBytes > 0 }
        case .parent: mask.filtered(records) { $0.header.parentSeq != 0 }
        case .error: mask.filtered(records) { $0.header.hasValue && $0.header.state == threw }
        case .result: mask.filtered(records) { $0.header.hasValue && $0.header.state != threw }
        // The compiler makes other tests of these.
        case .target, .finding, .comment: .none
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
