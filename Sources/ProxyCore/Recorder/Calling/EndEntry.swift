// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The fixed part of an end entry; the encoded values follow it.
struct EndEntry: BitwiseCopyable {
    static let size = 40
    /// Value of `targetTicks` for a call that reached no target.
    static let noTarget: UInt64 = 1 << 63
    /// Stands for the number of whichever call of the ring is the innermost: its thread has ended inside it. It was in its
    /// target until then.
    static let innermostCall: UInt64 = 0

    var head: EntryHead
    var ticks: UInt64
    var call: UInt64
    /// Ticks spent in the target; `noTarget` if there was none. Negative (two's complement) if the counter went back
    /// meanwhile, or the thread that ended the call has another one.
    var targetTicks: UInt64
    /// Address of the ring with the call's begin; 0 for the same ring.
    var ring: UInt
}

/// An end entry, read in place from the ring.
struct EndRecord {
    var entry: EndEntry
    /// The encoded values; empty when there are none.
    let value: UnsafeRawBufferPointer

    init(entry: EndEntry, value: UnsafeRawBufferPointer) {
        self.entry = entry
        self.value = value
    }

    @inline(__always)
    init(_ address: UnsafeRawPointer, at time: UInt64) {
        entry = address.load(as: EndEntry.self)
        let count = Int(entry.head.size) &- EndEntry.size &- Int(entry.head.slack)
        value = UnsafeRawBufferPointer(start: address + EndEntry.size, count: count)
        entry.ticks = time
    }
}

/// The values that follow an end, in this order.
struct EndParts: OptionSet, BitwiseCopyable {
    let rawValue: UInt8

    /// The result or the error.
    static let value = EndParts(rawValue: 1)
    /// The values of the `inout` arguments after the call.
    static let after = EndParts(rawValue: 2)
    /// The value the target returned when a handler or a rule answered.
    static let targetResult = EndParts(rawValue: 4)
    /// The error the target threw when a handler or a rule answered.
    static let targetError = EndParts(rawValue: 8)
    /// What rules did; see `RuleNote`.
    static let rule = EndParts(rawValue: 16)

    /// Number of low bits of `EntryHead.path` that hold the return path.
    static let pathBits: UInt8 = 3
}

extension EntryHead {
    var returnPath: UInt8 { path & (1 << EndParts.pathBits - 1) }
    var parts: EndParts { EndParts(rawValue: path >> EndParts.pathBits) }

    mutating func setEnd(_ returnPath: Invocation.ReturnPath, _ parts: EndParts) {
        path = returnPath.rawValue | parts.rawValue << EndParts.pathBits
    }
}
