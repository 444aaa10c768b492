// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A completed call as it lies in a recorder's memory, for a sink that writes its values without making an
/// `Invocation` of it. Valid in the closure that gets it only.
///
/// `site`, `revision` and `thread` are numbers that stand for the same all the time that a recorder lives: a sink asks
/// for what they mean once.
package struct SinkRecord {
    private let record: StoredRecord
    private let header: StoredHeader
    private let decoder: InvocationDecoder

    init(_ record: StoredRecord, _ decoder: InvocationDecoder) {
        self.record = record
        header = record.header
        self.decoder = decoder
    }

    package var seq: UInt64 { header.seq }
    package var position: UInt64 { record.position }
    /// 0 for none.
    package var parentSeq: UInt64 { header.parentSeq }
    package var depth: Int { Int(header.depth) }
    /// Nanoseconds since the recorder began.
    package var start: UInt64 { header.start }
    package var duration: UInt64 { header.duration }
    /// Nil when the target had no part.
    package var target: UInt64? { header.targetNanoseconds }
    /// Raw value of an `Invocation.State`.
    package var state: UInt8 { header.state }
    /// Raw value of an `Invocation.ReturnPath`.
    package var path: UInt8 { header.path }

    // MARK: What its numbers mean

    package var site: UInt { header.site }
    package var revision: UInt32 { header.revision }
    package var thread: UInt16 { header.thread }

    package var requirement: Requirement { CallSite.at(header.site).pointee.requirement.takeUnretainedValue() }

    package var proxyFacts: ProxyFacts { ProxyRevisions[header.revision].facts }

    package var threadInfo: ThreadInfo { decoder.thread(header.thread) }

    // MARK: Values and notes

    /// A reader of the arguments.
    package var arguments: ValueReader { ValueReader(record.arguments, typeNames: decoder.typeNames) }

    /// A reader of the result or, when it threw, of the error; nil when there is none.
    package var outcome: ValueReader? {
        header.hasValue ? ValueReader(record.end, typeNames: decoder.typeNames) : nil
    }

    /// Whether it has what few calls have: something that was noted on it, values besides the arguments and the
    /// outcome, or calls before it that went unrecorded.
    package var hasRareFields: Bool {
        header.skipped > 0 || !header.parts.subtracting(.value).isEmpty
            || (!decoder.marks.isEmpty && decoder.marks[header.seq] != nil)
    }

    /// The whole invocation.
    package var invocation: Invocation { decoder.invocation(record) }
}
