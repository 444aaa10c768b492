// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A completed call in a recorder's memory, for sinks that write its values without decoding an `Invocation`. Valid
/// only inside the closure that receives it.
///
/// `site`, `revision` and `thread` are numbers. A site keeps its meaning for the lifetime of the recorder; a revision
/// and a thread keep theirs while `generation` is the same. So a sink needs to resolve each only once per generation.
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
    /// `seq` of the parent call; 0 for none.
    package var parentSeq: UInt64 { header.parentSeq }
    package var depth: Int { Int(header.depth) }
    /// Start of the call, in nanoseconds of wall-clock time since the recorder was created.
    package var start: Int64 { decoder.clock.wallOffset(ofOffset: header.start) }
    package var duration: UInt64 { header.duration }
    /// Time in the target, in nanoseconds; nil when the target was not involved.
    package var target: UInt64? { header.targetNanoseconds }
    /// Raw value of an `Invocation.State`.
    package var state: UInt8 { header.state }
    /// Raw value of an `Invocation.ReturnPath`.
    package var path: UInt8 { header.path }

    // MARK: References

    package var generation: Int { decoder.names.number }

    package var site: UInt { header.site }
    package var revision: UInt32 { header.revision }
    package var thread: UInt16 { header.thread }

    package var requirement: Requirement { CallSite.at(header.site).pointee.requirement.takeUnretainedValue() }

    package var proxyFacts: ProxyFacts { ProxyRevisions[header.revision].facts }

    package var threadInfo: ThreadInfo { decoder.thread(header.thread) }

    // MARK: Values and notes

    /// Reads the arguments.
    package var arguments: ValueReader { ValueReader(record.arguments, typeNames: decoder.typeNames) }

    /// Reads the result or the thrown error; nil when there is neither.
    package var outcome: ValueReader? {
        header.hasValue ? ValueReader(record.end, typeNames: decoder.typeNames) : nil
    }

    /// Whether the record has rare fields: a mark or comment, closure arguments, values other than arguments and outcome,
    /// a backtrace, calls skipped before it, or a task.
    package var hasRareFields: Bool {
        header.skipped > 0 || header.frames > 0 || header.noteBytes > 0 || !header.parts.subtracting(.value).isEmpty
            || (!decoder.marks.isEmpty && decoder.marks[header.seq] != nil)
            || (!decoder.completions.isEmpty && decoder.completions[header.seq] != nil)
    }

    /// The decoded invocation, with the functions and lines of its backtrace: nobody can look them up once the program has
    /// ended.
    package var invocation: Invocation { decoder.invocation(record).symbolicated }
}
