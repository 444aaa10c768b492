// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime

/// What a begin entry says about the task in which the call was made.
///
/// The reference to the surrounding async call precedes the arguments in the entry; the task's number and name follow
/// them. The store keeps the latter as they are.
struct TaskNote {
    /// Bytes before the arguments.
    static let scopeBytes = 16
    /// Most bytes after the arguments.
    static let mostBytes = 8 + TaskInfo.longestName

    private let scope: AsyncScope?
    private let id: UInt64
    private let name: UnsafeBufferPointer<CChar>

    /// The note for a call that is being made; nil outside of tasks.
    init?(_ recorder: UInt) {
        guard let task = swift_task_getCurrent() else { return nil }
        scope = AsyncScope.current(of: recorder)
        id = swift_task_getJobTaskId(task)
        name = Self.cut(swift_task_getCurrentTaskName())
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
    var byteCount: Int { 8 + name.count }

    /// Writes the part before the arguments.
    func writeScope(to memory: UnsafeMutableRawPointer) {
        memory.storeBytes(of: scope?.ring ?? 0, as: UInt.self)
        memory.storeBytes(of: scope?.call ?? 0, toByteOffset: 8, as: UInt64.self)
    }

    /// Writes the part after the arguments.
    func write(to memory: UnsafeMutableRawPointer) {
        memory.storeBytes(of: id, as: UInt64.self)
        guard let start = name.baseAddress else { return }
        (memory + 8).copyMemory(from: start, byteCount: name.count)
    }
}

extension TaskInfo {
    /// Reads what a note has after the arguments; nil when there is none.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 8 else { return nil }
        let name = bytes.count > 8 ? String(decoding: bytes[8...], as: UTF8.self) : nil
        self.init(id: bytes.loadUnaligned(as: UInt64.self), name: name)
    }
}
