// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a stored invocation says besides its values; the encoded arguments follow, then the encoded result or error.
struct StoredHeader: BitwiseCopyable {
    static let size = 72
    /// Where `seq` lies.
    static let seqOffset = 8

    var size: UInt32
    var argumentBytes: UInt32
    var seq: UInt64
    /// 0 for none.
    var parentSeq: UInt64
    /// Address of the `CallSite`.
    var site: UInt
    /// Nanoseconds since the recorder began.
    var start: UInt64
    var duration: UInt64
    /// Nanoseconds in the target, `EndEntry.noTarget` where the call reached none.
    var target: UInt64
    var revision: UInt32
    var thread: UInt16
    var depth: UInt16
    var state: UInt8
    var path: UInt8
    var parts: EndParts
    /// Calls of the same selector that went unrecorded before this one.
    var skipped: UInt32
}

extension StoredHeader {
    /// Whether there is a result or an error.
    var hasValue: Bool { parts.contains(.value) }

    /// Nanoseconds in the target, nil when the call reached none, or when a handler answered.
    var targetNanoseconds: UInt64? {
        let isAnswered = path == Invocation.ReturnPath.handler.rawValue
        return target == EndEntry.noTarget || isAnswered ? nil : target
    }
}

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
