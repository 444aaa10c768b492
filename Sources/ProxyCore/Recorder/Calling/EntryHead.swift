// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Kind of a ring entry. Callers write entries, the drain reads them.
enum EntryKind: UInt8 {
    /// Unused space up to the end of the ring.
    case padding
    /// Another thread now owns the ring; `ThreadEntry` follows.
    case thread
    /// A call began; `BeginEntry` follows.
    case begin
    /// A call ended; `EndEntry` and the encoded values follow.
    case end
    /// The following calls may be in another span; `ContextEntry` follows.
    case context
}

/// First 8 bytes of every entry.
///
/// An entry starts at a multiple of 8 bytes and is contiguous. Numbers use the machine's byte order, because the bytes
/// never leave the process.
struct EntryHead: BitwiseCopyable {
    /// Bytes of the whole entry, a multiple of 8.
    var size: UInt32
    var kind: UInt8
    /// For an end, the `Invocation.State`; for a begin, see `BeginEntry`.
    var state: UInt8 = 0
    /// For an end, the `Invocation.ReturnPath` in the low bits and `EndParts` in the high bits; for a begin, see
    /// `BeginEntry`.
    var path: UInt8 = 0
    /// Padding bytes at the end of the entry; for a begin, see `BeginEntry`.
    var slack: UInt8 = 0

    init(_ kind: EntryKind, size: Int) {
        self.size = UInt32(truncatingIfNeeded: size)
        self.kind = kind.rawValue
    }

    /// The counter reading of an entry, which directly follows the head in every kind except padding.
    @inline(__always)
    static func ticks(at entry: UnsafeRawPointer) -> UInt64 {
        entry.load(fromByteOffset: MemoryLayout<EntryHead>.size, as: UInt64.self)
    }
}
