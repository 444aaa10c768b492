// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What the drain knows about a call from its begin entry.
struct CallHeader {
    var seq: UInt64
    /// `seq` of the parent call; 0 for none.
    var parentSeq: UInt64
    var depth: Int
    var site: UInt
    var revision: UInt32
    var thread: UInt16
    var startTicks: UInt64
    var skipped: UInt32
}

/// A call that has begun and not ended.
struct OpenCall {
    var header: CallHeader
    /// Number of the call on its ring.
    var call: UInt64
    /// The encoded arguments.
    var arguments: [UInt8]
    /// Whether the call was announced as running.
    var isNoticed = false

    var seq: UInt64 { header.seq }

    func isToBeNoticed(after age: UInt64, now: UInt64) -> Bool {
        !isNoticed && now > header.startTicks &+ age
    }
}
