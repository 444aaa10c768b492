// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The fixed part of a begin entry; the encoded arguments follow it, and then the addresses of the backtrace.
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
    /// Whether the address of the call's `CallClosures` follows the arguments. The entry owns one reference.
    var hasClosures: Bool { head.slack & Self.closures != 0 }
    /// Padding bytes before the backtrace.
    var padding: Int { Int(head.slack & 7) }

    private static let closures: UInt8 = 0x80

    /// Most bytes that an entry claims: this one, arguments of at most `capacity` bytes, closures and a backtrace. No other
    /// entry claims more.
    static func most(capacity: Int) -> Int {
        size + capacity + MemoryLayout<UInt>.size + BacktraceGate.mostFrames * MemoryLayout<UInt>.size
    }

    /// Sets what the head says: bit 0 of the state is `isDetached`, the others are `frameCount`; bits 0 to 2 of the slack
    /// are `padding`, bit 7 is `hasClosures`.
    @inline(__always)
    mutating func describe(isDetached: Bool, frameCount: Int, hasClosures: Bool, padding: Int) {
        head.state = UInt8(truncatingIfNeeded: frameCount &<< 1) | (isDetached ? 1 : 0)
        head.slack = UInt8(truncatingIfNeeded: padding) | (hasClosures ? Self.closures : 0)
    }
}

/// A begin entry, read in place from the ring.
struct BeginRecord {
    var entry: BeginEntry
    /// The encoded arguments.
    let arguments: UnsafeRawBufferPointer
    /// The addresses of the backtrace, innermost first.
    let frames: UnsafeRawBufferPointer

    @inline(__always)
    init(_ address: UnsafeRawPointer, _ head: EntryHead) {
        entry = address.load(as: BeginEntry.self)
        let end = Int(head.size) &- entry.frameCount &* 8
        let tail = entry.hasClosures ? MemoryLayout<UInt>.size : 0
        let count = end &- BeginEntry.size &- entry.padding &- tail
        arguments = UnsafeRawBufferPointer(start: address + BeginEntry.size, count: count)
        frames = UnsafeRawBufferPointer(start: address + end, count: entry.frameCount &* 8)
    }

    /// Takes over the entry's reference to the closure arguments. Only if it has one, and once.
    func takeClosures() -> CallClosures {
        // The arguments are never nil: they point into the entry.
        let address = (arguments.baseAddress! + arguments.count).loadUnaligned(as: UnsafeRawPointer.self)
        return Unmanaged<CallClosures>.fromOpaque(address).takeRetainedValue()
    }
}
