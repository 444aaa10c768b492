// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Encodes a record anew after a transform has changed values. Unchanged values keep their encoding.
struct RecordRewriter {
    let given: Invocation
    let kept: Invocation
    let typeNames: TypeNameCache
    let limits: UnsafePointer<SnapshotLimits>

    /// The bytes of a record with its values replaced.
    func rewritten(_ record: StoredRecord) -> [UInt8] {
        let most =
            StoredHeader.size + 2 * limits.pointee.capacity + record.header.noteBytes + record.header.frameBytes
            + record.encodedRule.count
        return [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            // The capacity is positive, so there is an address.
            let base = UnsafeMutableRawPointer(buffer.baseAddress!)
            var header = record.header
            var writer = ValueWriter(at: base + StoredHeader.size, limits: limits)
            writeArguments(record.arguments, header.site, to: &writer)
            let task = record.note
            let argumentBytes = writer.cursor - base - StoredHeader.size
            header.lengths = StoredHeader.lengths(of: argumentBytes + task.count, noteBytes: UInt8(task.count))
            base.copy(task, at: writer.cursor - base)
            writer = ValueWriter(at: writer.cursor + task.count, limits: limits)
            header.parts = writeEnd(record.end, header, to: &writer)
            if let note = record.ruleNote { writeRule(note, to: &writer) }
            let frames = record.frames
            base.copy(frames, at: writer.cursor - base)
            count = writer.cursor - base + frames.count
            header.size = UInt32(count)
            base.storeBytes(of: header, as: StoredHeader.self)
        }
    }

    /// The encoded arguments of a call with their values replaced.
    ///
    /// - Parameter site: The address of the call site.
    func rewritten(_ arguments: UnsafeRawBufferPointer, site: UInt) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: limits.pointee.capacity) { buffer, count in
            let base = UnsafeMutableRawPointer(buffer.baseAddress!)
            var writer = ValueWriter(at: base, limits: limits)
            writeArguments(arguments, site, to: &writer)
            count = writer.cursor - base
        }
    }

    private func writeArguments(_ bytes: UnsafeRawBufferPointer, _ site: UInt, to writer: inout ValueWriter) {
        var reader = ValueReader(bytes, typeNames: typeNames)
        let parameters = CallSite.at(site).pointee.requirement.takeUnretainedValue().parameters
        for (index, parameter) in parameters.enumerated() {
            write(kept.arguments[index].value, given.arguments[index].value, parameter.typeName, &reader, to: &writer)
        }
    }

    /// - Returns: The values that were written.
    private func writeEnd(
        _ bytes: UnsafeRawBufferPointer,
        _ header: StoredHeader,
        to writer: inout ValueWriter
    ) -> EndParts {
        var reader = ValueReader(bytes, typeNames: typeNames)
        let site = CallSite.at(header.site)
        let requirement = site.pointee.requirement.takeUnretainedValue()
        let result = requirement.resultTypeName ?? ""
        var parts = header.parts
        func write(_ part: EndParts, _ new: RecordedValue?, _ old: RecordedValue?, _ type: String) {
            guard parts.contains(part) else { return }
            self.write(new, old, type, &reader, to: &writer)
            if new == nil { parts.remove(part) }
        }
        if header.endState == .threw {
            write(.value, kept.error, given.error, "any Error")
        } else {
            write(.value, kept.result, given.result, result)
        }
        for changed in site.pointee.inouts {
            let (new, old) = (kept.arguments[changed.index], given.arguments[changed.index])
            write(.after, new.after, old.after, requirement.parameters[changed.index].typeName)
        }
        write(.targetResult, kept.targetResult, given.targetResult, result)
        write(.targetError, kept.targetError, given.targetError, "any Error")
        return parts
    }

    /// Writes what rules did. What they gave for an argument that the transform changed is left out.
    private func writeRule(_ note: RuleNote, to writer: inout ValueWriter) {
        var note = note
        note.edits.removeAll { kept.arguments[$0.index] != given.arguments[$0.index] }
        note.encoded.withUnsafeBytes { writer.putBytes($0) }
    }

    /// Writes a value in place of the reader's next one; nothing for nil.
    private func write(
        _ new: RecordedValue?,
        _ old: RecordedValue?,
        _ type: String,
        _ reader: inout ValueReader,
        to writer: inout ValueWriter
    ) {
        let encoded = reader.encoded()
        guard let new else { return }
        if new == old { writer.putEncoded(encoded) } else { writer.put(new, staticTypeName: type, typeNames) }
    }
}
