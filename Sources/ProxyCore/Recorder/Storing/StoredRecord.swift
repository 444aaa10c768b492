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
        UnsafeRawBufferPointer(start: base + StoredHeader.size, count: Int(header.argumentBytes))
    }

    /// The task, if the record has one.
    var task: TaskInfo? {
        let header = self.header
        guard header.taskBytes > 0 else { return nil }
        return TaskInfo(
            UnsafeRawBufferPointer(
                start: base + StoredHeader.size + Int(header.argumentBytes),
                count: Int(header.taskBytes)
            )
        )
    }

    /// The encoded values at the end of the call; the result or error comes first if there is one. See `EndParts`.
    var end: UnsafeRawBufferPointer {
        let header = self.header
        guard !header.parts.isEmpty else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let offset = StoredHeader.size + Int(header.argumentBytes) + Int(header.taskBytes)
        return UnsafeRawBufferPointer(start: base + offset, count: Int(header.size) - offset)
    }
}
