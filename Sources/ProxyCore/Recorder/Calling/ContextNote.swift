// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime

/// What a begin entry says about the task and the trace in which the call was made.
///
/// The reference to the surrounding async call precedes the arguments in the entry; the rest follows them, and the store
/// keeps it as it is: the task's number, the trace if there is one, and the task's name.
struct ContextNote {
    /// Bytes before the arguments.
    static let scopeBytes = 16
    /// Most bytes after the arguments.
    static let mostBytes = 8 + TraceContext.byteCount + TaskInfo.longestName
    /// The bit of the task's number that says that a trace follows.
    private static let traced: UInt64 = 1 << 63

    private var scope: AsyncScope?
    private var id: UInt64 = 0
    private var name = UnsafeBufferPointer<CChar>(start: nil, count: 0)
    private let trace: TraceContext?

    /// The note for a call that is being made; nil outside of tasks and spans.
    ///
    /// Runs code of the program when the thread has come into another span.
    init?(_ gate: UnsafePointer<RecordingGate>, _ context: UnsafeMutablePointer<ThreadContext>, isDetached: Bool) {
        trace = gate.pointee.traceSource.flatMap { KnownTrace.current(of: $0, in: context) }
        let isInside = isDetached || gate.pointee.hasRunningAsyncCalls
        guard isInside || trace != nil else { return nil }
        if let task = swift_task_getCurrent() {
            if isInside { scope = AsyncScope.current(of: gate.pointee.number) }
            id = swift_task_getJobTaskId(task)
            name = Self.cut(swift_task_getCurrentTaskName())
        } else if trace == nil {
            return nil
        }
    }

    /// A name within its limit, without a partial character at its end.
    private static func cut(_ name: UnsafePointer<CChar>?) -> UnsafeBufferPointer<CChar> {
        guard let name else { return UnsafeBufferPointer(start: nil, count: 0) }
        var count = 0
        while count < TaskInfo.longestName, name[count] != 0 { count += 1 }
        if name[count] != 0 {
            while count > 0, UInt8(bitPattern: name[count]) & 0xC0 == 0x80 { count -= 1 }
        }
        return UnsafeBufferPointer(start: name, count: count)
    }

    /// Bytes after the arguments; never 0.
    var byteCount: Int { 8 + (trace == nil ? 0 : TraceContext.byteCount) + name.count }

    /// Writes the part before the arguments.
    func writeScope(to memory: UnsafeMutableRawPointer) {
        memory.storeBytes(of: scope?.ring ?? 0, as: UInt.self)
        memory.storeBytes(of: scope?.call ?? 0, toByteOffset: 8, as: UInt64.self)
    }

    /// Writes the part after the arguments.
    func write(to memory: UnsafeMutableRawPointer) {
        var end = memory + 8
        if let trace {
            memory.storeBytes(of: id | Self.traced, as: UInt64.self)
            trace.write(to: end)
            end += TraceContext.byteCount
        } else {
            memory.storeBytes(of: id, as: UInt64.self)
        }
        if let start = name.baseAddress { end.copyMemory(from: start, byteCount: name.count) }
    }

    // MARK: Reading

    /// Number of the task; 0 outside of tasks.
    static func task(in note: UnsafeRawBufferPointer) -> UInt64 {
        note.count >= 8 ? note.loadUnaligned(as: UInt64.self) & ~traced : 0
    }

    static func hasTrace(_ note: UnsafeRawBufferPointer) -> Bool {
        note.count >= 8 && note.loadUnaligned(as: UInt64.self) & traced != 0
    }

    static func trace(in note: UnsafeRawBufferPointer) -> TraceContext? {
        hasTrace(note) ? TraceContext(encoded: UnsafeRawBufferPointer(rebasing: note[8...])) : nil
    }
}

extension TaskInfo {
    /// Reads what a note has after the arguments; nil when it names no task.
    init?(_ note: UnsafeRawBufferPointer) {
        let id = ContextNote.task(in: note)
        guard id > 0 else { return nil }
        let name = note[(ContextNote.hasTrace(note) ? 8 + TraceContext.byteCount : 8)...]
        self.init(id: id, name: name.isEmpty ? nil : String(decoding: name, as: UTF8.self))
    }
}
