// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The fixed part of a begin entry; the encoded arguments follow it.
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

    var isDetached: Bool { head.state != 0 }
    /// Whether the address of the call's `CallClosures` follows the arguments. The entry owns one reference.
    var hasClosures: Bool { head.path != 0 }
}

/// A begin entry, read in place from the ring.
struct BeginRecord {
    let entry: BeginEntry
    /// The encoded arguments.
    let arguments: UnsafeRawBufferPointer

    @inline(__always)
    init(_ address: UnsafeRawPointer, _ head: EntryHead) {
        entry = address.load(as: BeginEntry.self)
        let tail = entry.hasClosures ? MemoryLayout<UInt>.size : 0
        let count = Int(head.size) &- BeginEntry.size &- Int(head.slack) &- tail
        arguments = UnsafeRawBufferPointer(start: address + BeginEntry.size, count: count)
    }

    /// Takes over the entry's reference to the closure arguments. Only if it has one, and once.
    func takeClosures() -> CallClosures {
        // The arguments are never nil: they point into the entry.
        let address = (arguments.baseAddress! + arguments.count).loadUnaligned(as: UnsafeRawPointer.self)
        return Unmanaged<CallClosures>.fromOpaque(address).takeRetainedValue()
    }
}
