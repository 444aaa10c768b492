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
}

/// A begin entry, read in place from the ring.
struct BeginRecord {
    let entry: BeginEntry
    /// The encoded arguments, followed by what `TaskNote` says about the task.
    private let content: UnsafeRawBufferPointer

    @inline(__always)
    init(_ address: UnsafeRawPointer, _ head: EntryHead) {
        entry = address.load(as: BeginEntry.self)
        let start = BeginEntry.size &+ (head.path == 0 ? 0 : TaskNote.scopeBytes)
        content = UnsafeRawBufferPointer(start: address + start, count: Int(head.size) &- start &- Int(head.slack))
    }

    /// Bytes about the task; 0 when there is nothing about it.
    @inline(__always)
    var taskBytes: UInt8 { entry.head.path }

    /// The async call in which the call was made, as its ring and its number there. Only if `taskBytes` is not 0.
    var scope: (ring: UInt, call: UInt64) {
        // The bytes before the content.
        let base = content.baseAddress! - TaskNote.scopeBytes
        return (base.load(as: UInt.self), base.load(fromByteOffset: 8, as: UInt64.self))
    }

    /// The encoded arguments and, unless `taskBytes` is 0, what is known about the task.
    @inline(__always)
    func arguments(taskBytes: UInt8) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: content.baseAddress,
            count: content.count &- (taskBytes == 0 ? Int(self.taskBytes) : 0)
        )
    }
}
