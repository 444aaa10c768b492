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
    /// `seq` of the running async call in which the call was made, as its task-local value says; 0 for none.
    var scopeSeq: UInt64 = 0
    /// Bytes about the task, after the arguments; see `TaskNote`.
    var taskBytes: UInt8 = 0
}

/// A call that has begun and not ended.
struct OpenCall {
    var header: CallHeader
    /// Number of the call on its ring.
    var call: UInt64
    /// The encoded arguments, followed by what is known about the task.
    var arguments: [UInt8]
    /// Whether the call was announced as running.
    var isNoticed = false

    var seq: UInt64 { header.seq }

    var task: TaskInfo? { arguments.withUnsafeBytes { TaskInfo(.init(rebasing: $0.suffix(Int(header.taskBytes)))) } }

    func isToBeNoticed(after age: UInt64, now: UInt64) -> Bool {
        !isNoticed && now > header.startTicks &+ age
    }
}
