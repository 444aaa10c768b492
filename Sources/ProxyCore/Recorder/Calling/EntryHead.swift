// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What an entry of a ring is: callers write them, the drain reads them.
enum EntryKind: UInt8 {
    /// Nothing: fills the ring up to its end.
    case padding
    /// The ring now belongs to another thread; `ThreadEntry` follows.
    case thread
    /// A call begins; `BeginEntry` and the encoded arguments follow.
    case begin
    /// A call ended; `EndEntry` and the encoded result or error follow.
    case end
}

/// First 8 bytes of every entry.
///
/// An entry begins at a multiple of 8 bytes and lies in one piece. All numbers are in the machine's byte order: the
/// bytes never leave the process.
struct EntryHead: BitwiseCopyable {
    /// Bytes of the whole entry, a multiple of 8.
    var size: UInt32
    var kind: UInt8
    /// `Invocation.State` of an end; of a begin, 1 when the call can end on another thread.
    var state: UInt8 = 0
    /// `Invocation.ReturnPath` of an end, and above it what of `EndParts` follows.
    var path: UInt8 = 0
    /// Bytes at the end of the entry that belong to no value.
    var slack: UInt8 = 0

    init(_ kind: EntryKind, size: Int) {
        self.size = UInt32(truncatingIfNeeded: size)
        self.kind = kind.rawValue
    }

    /// The reading of the counter at an entry: what follows the head of all of them but padding.
    @inline(__always)
    static func ticks(at entry: UnsafeRawPointer) -> UInt64 {
        entry.load(fromByteOffset: MemoryLayout<EntryHead>.size, as: UInt64.self)
    }
}
