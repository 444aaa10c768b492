// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The entries that callers write and the drain reads.
///
/// Every entry begins with an `EntryHead` at a multiple of 8 bytes and lies in one piece. All numbers are in the
/// machine's byte order: the bytes never leave the process.
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

/// The values that follow an end, in this order.
struct EndParts: OptionSet, BitwiseCopyable {
    let rawValue: UInt8

    /// The result or the error.
    static let value = EndParts(rawValue: 1)
    /// The values of the `inout` arguments after the call.
    static let after = EndParts(rawValue: 2)
    /// What the target returned while a handler answered.
    static let targetResult = EndParts(rawValue: 4)
    /// What the target threw while a handler answered.
    static let targetError = EndParts(rawValue: 8)

    /// Bits of the byte that hold the return path.
    static let pathBits: UInt8 = 3
}

extension EntryHead {
    var returnPath: UInt8 { path & (1 << EndParts.pathBits - 1) }
    var parts: EndParts { EndParts(rawValue: path >> EndParts.pathBits) }

    mutating func setEnd(_ returnPath: Invocation.ReturnPath, _ parts: EndParts) {
        path = returnPath.rawValue | parts.rawValue << EndParts.pathBits
    }
}

/// What a begin says besides its arguments.
struct BeginEntry: BitwiseCopyable {
    static let size = 40

    var head: EntryHead
    var ticks: UInt64
    /// Address of the `CallSite`.
    var site: UInt
    /// Number of the call on this ring.
    var call: UInt64
    /// Which owner and target the proxy had; see `ProxyRevision`.
    var revision: UInt32
    /// Calls of the same selector that went unrecorded before this one.
    var skipped: UInt32 = 0

    var isDetached: Bool { head.state != 0 }
}

/// A begin as it lies in the ring.
struct BeginRecord {
    let entry: BeginEntry
    /// The encoded arguments.
    let arguments: UnsafeRawBufferPointer

    @inline(__always)
    init(_ address: UnsafeRawPointer, _ head: EntryHead) {
        entry = address.load(as: BeginEntry.self)
        let count = Int(head.size) &- BeginEntry.size &- Int(head.slack)
        arguments = UnsafeRawBufferPointer(start: address + BeginEntry.size, count: count)
    }
}

/// An end as it lies in the ring.
struct EndRecord {
    let entry: EndEntry
    /// The encoded result or error, empty when there is none.
    let value: UnsafeRawBufferPointer

    @inline(__always)
    init(_ address: UnsafeRawPointer) {
        entry = address.load(as: EndEntry.self)
        let count = Int(entry.head.size) &- EndEntry.size &- Int(entry.head.slack)
        value = UnsafeRawBufferPointer(start: address + EndEntry.size, count: count)
    }
}

/// What an end says besides its result.
struct EndEntry: BitwiseCopyable {
    static let size = 40
    /// Stands for a time in the target where a call reached none.
    static let noTarget = UInt64.max

    var head: EntryHead
    var ticks: UInt64
    var call: UInt64
    /// Ticks spent in the target, `noTarget` when there was none.
    var targetTicks: UInt64
    /// Address of the ring on which the call began, 0 for this one.
    var ring: UInt
}

/// Who writes the ring from here on.
struct ThreadEntry: BitwiseCopyable {
    /// Bytes of a name that are kept; Linux has 15.
    static let nameLimit = 32
    /// Where the name lies.
    static let nameOffset = MemoryLayout<ThreadEntry>.size
    static let size = nameOffset + nameLimit

    var head: EntryHead
    var ticks: UInt64
    var id: UInt32
    var isMain: UInt32
    /// Length of the name, whose bytes follow.
    var nameCount: UInt64
}
