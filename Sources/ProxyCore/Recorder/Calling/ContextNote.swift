// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime

/// What is known of the task and the trace in which a call was made, as the store keeps it after the arguments: the task's
/// number, the trace if there is one, and the task's name.
struct ContextNote {
    /// Most bytes of a note.
    static let mostBytes = 8 + TraceContext.byteCount + TaskInfo.longestName
    /// The bit of the task's number that says that a trace follows.
    private static let traced: UInt64 = 1 << 63

    private var id: UInt64 = 0
    private var name = UnsafeBufferPointer<CChar>(start: nil, count: 0)
    private let trace: TraceContext?

    /// The note for the calling thread; nil outside of tasks if there is no trace.
    init?(trace: TraceContext? = nil) {
        self.trace = trace
        if let task = swift_task_getCurrent() {
            id = swift_task_getJobTaskId(task)
            name = Self.cut(swift_task_getCurrentTaskName())
        } else if trace == nil {
            return nil
        }
    }

    /// Number of the current task; 0 outside of tasks.
    @inline(__always)
    static var currentTask: UInt64 { swift_task_getCurrent().map { swift_task_getJobTaskId($0) } ?? 0 }

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

    /// Bytes of the note; never 0.
    var byteCount: Int { 8 + (trace == nil ? 0 : TraceContext.byteCount) + name.count }

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

    fileprivate static func hasTrace(_ note: UnsafeRawBufferPointer) -> Bool {
        note.count >= 8 && note.loadUnaligned(as: UInt64.self) & traced != 0
    }

    static func trace(in note: UnsafeRawBufferPointer) -> TraceContext? {
        hasTrace(note) ? TraceContext(encoded: UnsafeRawBufferPointer(rebasing: note[8...])) : nil
    }
}

extension TaskInfo {
    /// Reads a note; nil when it names no task.
    init?(_ note: UnsafeRawBufferPointer) {
        let id = ContextNote.task(in: note)
        guard id > 0 else { return nil }
        let name = note[(ContextNote.hasTrace(note) ? 8 + TraceContext.byteCount : 8)...]
        self.init(id: id, name: name.isEmpty ? nil : String(decoding: name, as: UTF8.self))
    }
}
