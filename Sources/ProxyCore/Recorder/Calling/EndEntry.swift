// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

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
