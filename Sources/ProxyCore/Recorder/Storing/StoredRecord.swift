// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// One stored invocation, where it lies.
struct StoredRecord {
    /// Bytes that can be read behind every record, so that a search may take large steps.
    static let slackBytes = TextEnds.slackBytes

    let base: UnsafeRawPointer
    let position: UInt64

    var header: StoredHeader { base.loadUnaligned(as: StoredHeader.self) }

    /// The encoded arguments.
    var arguments: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base + StoredHeader.size, count: Int(header.argumentBytes))
    }

    /// The encoded values of the call's end, the result or the error first if there is one; see `EndParts`.
    var end: UnsafeRawBufferPointer {
        let header = self.header
        guard !header.parts.isEmpty else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let offset = StoredHeader.size + Int(header.argumentBytes)
        return UnsafeRawBufferPointer(start: base + offset, count: Int(header.size) - offset)
    }
}
