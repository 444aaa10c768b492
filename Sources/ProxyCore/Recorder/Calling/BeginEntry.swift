// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The fixed part of a begin entry. It is followed by the reference to the surrounding async call if there is one, the
/// encoded arguments, the `ContextNote` about the task, the address of the closure arguments, padding, and the
/// addresses of the backtrace.
struct BeginEntry: BitwiseCopyable {
    static let size = 40

    var head: EntryHead
    var ticks: UInt64
    /// Address of the `CallSite`.
    var site: UInt
    /// Number of the call on this ring.
    var call: UInt64
    /// Owner and target of the proxy; see `ProxyRevision`.
    var revision: UInt32
    /// Calls of the same selector skipped before this one.
    var skipped: UInt32 = 0

    /// Whether the call can end on another thread.
    var isDetached: Bool { head.state & 1 != 0 }
    /// Number of frames in the backtrace.
    var frameCount: Int { Int(head.state >> 1) }
    /// Bytes about the task after the arguments; 0 when there is nothing about it.
    var noteBytes: UInt8 { head.path }
    /// Whether the address of the call's `CallClosures` is in the entry, which owns one reference.
    var hasClosures: Bool { head.slack & Self.closures != 0 }
    /// Padding bytes before the backtrace.
    var padding: Int { Int(head.slack & 7) }

    /// Whether the call is in the span that the ring named last; see `ContextEntry`.
    var isInSpan: Bool { head.slack & Self.span != 0 }

    private static let closures: UInt8 = 0x80
    private static let span: UInt8 = 0x40

    /// Most bytes that an entry claims: this one, arguments of at most `capacity` bytes, a task, closures and a backtrace.
    /// No other entry claims more.
    static func most(capacity: Int) -> Int {
        let addresses = 1 + BacktraceGate.mostFrames
        return size + CallPlace.scopeBytes + capacity + ContextNote.mostBytes + addresses * MemoryLayout<UInt>.size
    }

    /// Sets what the head says: bit 0 of the state is `isDetached`, the others are `frameCount`; bits 0 to 2 of the slack
    /// are `padding`, bit 6 is `isInSpan`, bit 7 is `hasClosures`; the path is `noteBytes`.
    @inline(__always)
    mutating func describe(
        isDetached: Bool,
        noteBytes: Int,
        isInSpan: Bool,
        frameCount: Int,
        hasClosures: Bool,
        padding: Int
    ) {
        head.path = UInt8(truncatingIfNeeded: noteBytes)
        head.state = UInt8(truncatingIfNeeded: frameCount &<< 1) | (isDetached ? 1 : 0)
        head.slack =
            UInt8(truncatingIfNeeded: padding) | (hasClosures ? Self.closures : 0)
            | (isInSpan ? Self.span : 0)
    }
}

/// A begin entry, read in place from the ring.
struct BeginRecord {
    var entry: BeginEntry
    /// The encoded arguments, followed by the `ContextNote` about the task.
    private let content: UnsafeRawBufferPointer
    /// The addresses of the backtrace, innermost first.
    let frames: UnsafeRawBufferPointer

    @inline(__always)
    init(_ address: UnsafeRawPointer, _ head: EntryHead) {
        entry = address.load(as: BeginEntry.self)
        let end = Int(head.size) &- entry.frameCount &* 8
        let start = BeginEntry.size &+ (entry.noteBytes == 0 ? 0 : CallPlace.scopeBytes)
        let tail = entry.hasClosures ? MemoryLayout<UInt>.size : 0
        content = UnsafeRawBufferPointer(start: address + start, count: end &- start &- entry.padding &- tail)
        frames = UnsafeRawBufferPointer(start: address + end, count: entry.frameCount &* 8)
    }

    /// The async call in which the call was made, as its ring and its number there. Only if there is a note.
    var scope: (ring: UInt, call: UInt64) {
        // The content is never nil: it points into the entry, behind the scope.
        let base = content.baseAddress! - CallPlace.scopeBytes
        return (base.load(as: UInt.self), base.load(fromByteOffset: 8, as: UInt64.self))
    }

    /// Number of the task. Only if there is a note.
    var task: UInt64 {
        ContextNote.task(in: UnsafeRawBufferPointer(rebasing: content.suffix(Int(entry.noteBytes))))
    }

    /// The encoded arguments and, unless `noteBytes` is 0, the note about the task.
    @inline(__always)
    func arguments(noteBytes: UInt8) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: content.baseAddress,
            count: content.count &- (noteBytes == 0 ? Int(entry.noteBytes) : 0)
        )
    }

    /// Takes over the entry's reference to the closure arguments. Only if it has one, and once.
    func takeClosures() -> CallClosures {
        let address = (content.baseAddress! + content.count).loadUnaligned(as: UnsafeRawPointer.self)
        return Unmanaged<CallClosures>.fromOpaque(address).takeRetainedValue()
    }
}
