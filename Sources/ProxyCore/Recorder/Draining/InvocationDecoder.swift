// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Decodes stored and running calls into invocations, resolving everything that a record only references.
struct InvocationDecoder: Sendable {
    let epoch: String
    let clock: TickClock
    let threads: [ThreadInfo]
    /// Marks and comments by `seq`.
    let marks: [UInt64: InvocationMark]
    let completions: CompletionTable
    let typeNames: TypeNameCache
    /// Keeps the revisions and threads that the records name.
    let names: NameGeneration

    func invocation(_ record: StoredRecord) -> Invocation {
        let header = record.header
        let requirement = CallSite.at(header.site).pointee.requirement.takeUnretainedValue()
        var invocation = base(
            requirement,
            seq: header.seq,
            parentSeq: header.parentSeq,
            depth: Int(header.depth),
            revision: header.revision,
            thread: header.thread,
            start: header.start,
            skipped: Int(header.skipped),
            arguments: record.arguments,
            backtrace: record.backtrace
        )
        invocation.task = record.task
        invocation.trace = record.trace
        invocation.position = record.position
        invocation.durationNanoseconds = header.duration
        invocation.state = header.endState
        invocation.returnPath = header.returnPath
        invocation.targetNanoseconds = header.targetNanoseconds
        readEnd(of: record, header, requirement, into: &invocation)
        invocation.findAgain(isMainOnly: ProxyRevisions[header.revision].isMainOnly)
        return invocation
    }

    private func readEnd(
        of record: StoredRecord,
        _ header: StoredHeader,
        _ requirement: Requirement,
        into invocation: inout Invocation
    ) {
        guard !header.parts.isEmpty else { return }
        if let note = record.ruleNote { read(note, requirement, into: &invocation) }
        var reader = ValueReader(record.end, typeNames: typeNames)
        let resultType = requirement.resultTypeName ?? ""
        if header.hasValue, invocation.state == .threw {
            invocation.error = reader.value(staticTypeName: "any Error")
        } else if header.hasValue {
            invocation.result = reader.value(staticTypeName: resultType)
        }
        if header.parts.contains(.after) {
            for site in CallSite.at(header.site).pointee.inouts {
                let type = requirement.parameters[site.index].typeName
                invocation.arguments[site.index].after = reader.value(staticTypeName: type)
            }
        }
        if header.parts.contains(.targetResult) {
            invocation.targetResult = reader.value(staticTypeName: resultType)
        }
        if header.parts.contains(.targetError) {
            invocation.targetError = reader.value(staticTypeName: "any Error")
        }
    }

    private func read(_ note: RuleNote, _ requirement: Requirement, into invocation: inout Invocation) {
        invocation.rule = note.rule
        invocation.heldNanoseconds = note.heldNanoseconds
        for (index, bytes) in note.edits where invocation.arguments.indices.contains(index) {
            invocation.arguments[index].edited = bytes.withUnsafeBytes { bytes in
                var reader = ValueReader(bytes, typeNames: typeNames)
                return reader.value(staticTypeName: requirement.parameters[index].typeName)
            }
        }
    }

    /// Decodes a running call.
    func invocation(_ call: OpenCall) -> Invocation {
        let requirement = CallSite.at(call.header.site).pointee.requirement.takeUnretainedValue()
        var invocation = call.arguments.withUnsafeBytes { arguments in
            base(
                requirement,
                seq: call.header.seq,
                parentSeq: call.header.parentSeq,
                depth: call.header.depth,
                revision: call.header.revision,
                thread: call.header.thread,
                start: call.header.start,
                skipped: Int(call.header.skipped),
                arguments: arguments,
                backtrace: call.frames
            )
        }
        invocation.task = call.task
        invocation.trace = call.trace
        return invocation
    }

    /// The thread with this number; an unnamed one if there were too many threads to remember.
    func thread(_ number: UInt16) -> ThreadInfo {
        Int(number) < threads.count ? threads[Int(number)] : ThreadInfo(id: 0, name: "", isMain: false)
    }

    private func base(
        _ requirement: Requirement,
        seq: UInt64,
        parentSeq: UInt64,
        depth: Int,
        revision: UInt32,
        thread: UInt16,
        start: UInt64,
        skipped: Int,
        arguments: UnsafeRawBufferPointer,
        backtrace: [UInt]
    ) -> Invocation {
        let mark = marks[seq]
        var invocation = Invocation(
            id: InvocationID(epoch: epoch, seq: seq),
            parent: parentSeq == 0 ? nil : InvocationID(epoch: epoch, seq: parentSeq),
            depth: depth,
            selector: requirement.selector,
            thread: self.thread(thread),
            proxy: ProxyRevisions[revision].facts,
            startedAtNanoseconds: clock.wallTime(ofOffset: start),
            startOffsetNanoseconds: start
        )
        invocation.arguments = self.arguments(of: requirement, arguments)
        invocation.skipped = skipped
        if !backtrace.isEmpty {
            invocation.backtrace = Symbolizer.shared.frames(of: backtrace, calling: requirement.selector)
        }
        invocation.isMarked = mark?.isMarked ?? false
        invocation.comment = mark?.comment
        if !completions.isEmpty, let stored = completions[seq] {
            invocation.completions = stored.completions(typeNames)
        }
        return invocation
    }

    private func arguments(of requirement: Requirement, _ bytes: UnsafeRawBufferPointer) -> [Invocation.Argument] {
        var reader = ValueReader(bytes, typeNames: typeNames)
        return requirement.parameters.map { parameter in
            Invocation.Argument(
                label: parameter.label,
                name: parameter.name,
                value: reader.value(staticTypeName: parameter.typeName)
            )
        }
    }
}
