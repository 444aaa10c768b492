// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// One stored invocation, read in place.
struct StoredRecord {
    /// Readable bytes after every record, which let searches read ahead in large steps.
    static let slackBytes = TextEnds.slackBytes

    let base: UnsafeRawPointer
    let position: UInt64

    var header: StoredHeader { base.loadUnaligned(as: StoredHeader.self) }

    /// The encoded arguments.
    var arguments: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base + StoredHeader.size, count: header.argumentBytes)
    }

    /// What is known about task and trace, encoded; empty when nothing is.
    var note: UnsafeRawBufferPointer {
        let header = self.header
        return UnsafeRawBufferPointer(start: base + StoredHeader.size + header.argumentBytes, count: header.noteBytes)
    }

    /// The task, if the record has one.
    var task: TaskInfo? { TaskInfo(note) }

    /// The span in which the call was made, if the record has one.
    var trace: TraceContext? { ContextNote.trace(in: note) }

    /// The encoded values at the end of the call; the result or error comes first if there is one. See `EndParts`.
    var end: UnsafeRawBufferPointer { RuleNote.split(wholeEnd, header.parts).values }

    /// What rules did with the call; nil when none acted.
    var ruleNote: RuleNote? { header.parts.contains(.rule) ? RuleNote(encodedRule) : nil }

    /// The encoded `ruleNote`; empty when there is none.
    var encodedRule: UnsafeRawBufferPointer { RuleNote.split(wholeEnd, header.parts).note }

    private var wholeEnd: UnsafeRawBufferPointer {
        let header = self.header
        guard !header.parts.isEmpty else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let offset = StoredHeader.size + header.argumentBytes + header.noteBytes
        return UnsafeRawBufferPointer(start: base + offset, count: Int(header.size) - header.frameBytes - offset)
    }

    /// The encoded backtrace.
    var frames: UnsafeRawBufferPointer {
        let header = self.header
        return UnsafeRawBufferPointer(start: base + Int(header.size) - header.frameBytes, count: header.frameBytes)
    }

    /// The addresses of the backtrace, innermost first.
    var backtrace: [UInt] {
        let frames = self.frames
        return stride(from: 0, to: frames.count, by: 8).map { frames.loadUnaligned(fromByteOffset: $0, as: UInt.self) }
    }
}
