// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The fixed part of a stored invocation. The encoded arguments follow, then the note about task and span, then the
/// encoded result or error, then the addresses of the backtrace.
struct StoredHeader: BitwiseCopyable {
    static let size = 72
    /// Offset of `seq` within the header.
    static let seqOffset = 8

    var size: UInt32
    /// `argumentBytes` in the low 24 bits, `noteBytes` in the others.
    var lengths: UInt32
    var seq: UInt64
    /// `seq` of the parent call; 0 for none.
    var parentSeq: UInt64
    /// Address of the `CallSite`.
    var site: UInt
    /// Start of the call, in nanoseconds since the recorder was created.
    var start: UInt64
    var duration: UInt64
    /// Nanoseconds spent in the target; `EndEntry.noTarget` if the call reached none.
    var target: UInt64
    var revision: UInt32
    var thread: UInt16
    var depth: UInt16
    var state: UInt8
    var path: UInt8
    var parts: EndParts
    /// Frames in the backtrace.
    var frames: UInt8
    /// Calls of the same selector skipped before this one.
    var skipped: UInt32
}

extension StoredHeader {
    /// How the call ended.
    @inline(__always)
    var endState: Invocation.State { Invocation.State(rawValue: state) ?? .returned }

    /// What answered the call.
    @inline(__always)
    var returnPath: Invocation.ReturnPath { Invocation.ReturnPath(rawValue: path) ?? .none }

    /// Bytes of the encoded arguments.
    @inline(__always)
    var argumentBytes: Int { Int(lengths & 0xFF_FFFF) }

    /// Bytes of the note about task and span; see `ContextNote`.
    @inline(__always)
    var noteBytes: Int { Int(lengths >> 24) }

    /// - Parameter bytes: Bytes of the encoded arguments, at most as many as a snapshot budget allows, and of the note.
    @inline(__always)
    static func lengths(of bytes: Int, noteBytes: UInt8) -> UInt32 {
        UInt32(truncatingIfNeeded: bytes &- Int(noteBytes)) & 0xFF_FFFF | UInt32(noteBytes) &<< 24
    }

    /// Bytes of the backtrace.
    var frameBytes: Int { Int(frames) * 8 }

    /// Whether there is a result or an error.
    var hasValue: Bool { parts.contains(.value) }

    /// Nanoseconds spent in the target; nil if the call reached none, or a handler answered.
    var targetNanoseconds: UInt64? {
        let isAnswered = path == Invocation.ReturnPath.handler.rawValue
        return target == EndEntry.noTarget || isAnswered ? nil : target
    }
}

extension UnsafeMutableRawPointer {
    /// Copies bytes to an offset.
    @inline(__always)
    func copy(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return }
        (self + offset).copyMemory(from: base, byteCount: bytes.count)
    }
}
