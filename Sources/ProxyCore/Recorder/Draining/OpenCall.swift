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
    /// Start of the call, by the drain's clock.
    var startTicks: UInt64
    /// Start of the call, in nanoseconds since the recorder was created.
    var start: UInt64
    var skipped: UInt32
    /// `seq` of the running async call in which the call was made; 0 for none.
    var scopeSeq: UInt64 = 0
    /// Bytes about task and trace, after the arguments; see `ContextNote`.
    var noteBytes: UInt8 = 0
}

/// A call that has begun and not ended.
struct OpenCall {
    var header: CallHeader
    /// Number of the call on its ring.
    var call: UInt64
    /// The encoded arguments, followed by what is known about task and trace.
    var arguments: [UInt8]
    /// The addresses of the backtrace.
    var frames: [UInt] = []
    /// Whether the call was announced as running.
    var isNoticed = false

    var seq: UInt64 { header.seq }

    var task: TaskInfo? { withNote { TaskInfo($0) } }

    var trace: TraceContext? { withNote(ContextNote.trace) }

    /// Number of the task; nil outside of tasks.
    var taskNumber: UInt64? {
        let number = withNote(ContextNote.task)
        return number == 0 ? nil : number
    }

    private func withNote<Fact>(_ read: (UnsafeRawBufferPointer) -> Fact) -> Fact {
        arguments.withUnsafeBytes { read(UnsafeRawBufferPointer(rebasing: $0.suffix(Int(header.noteBytes)))) }
    }

    func isToBeNoticed(after age: UInt64, now: UInt64) -> Bool {
        !isNoticed && TickClock.difference(header.startTicks, now) > Int64(clamping: age)
    }
}

/// The end of a call whose begin has not been merged yet.
///
/// The end is always published later. But it comes from another thread's ring, and that thread's counter may lag behind.
struct EarlyEnd {
    private let entry: EndEntry
    private let value: [UInt8]

    init(_ end: EndRecord) {
        entry = end.entry
        value = Array(end.value)
    }

    func withRecord(_ body: (EndRecord) -> Void) {
        value.withUnsafeBytes { body(EndRecord(entry: entry, value: $0)) }
    }
}
