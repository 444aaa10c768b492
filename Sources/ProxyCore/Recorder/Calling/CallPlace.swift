// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Where a call is made, as its begin entry says: inside an async call, in a task, in a span.
///
/// The reference to the surrounding async call precedes the arguments in the entry, the note about the task follows them.
/// A span is only a bit: the ring names it before, with the task (`ContextEntry`).
struct CallPlace {
    /// Bytes before the arguments.
    static let scopeBytes = 16

    private let scope: AsyncScope?
    let note: ContextNote?
    let isInSpan: Bool

    /// The place of a call outside of async calls and spans.
    static var plain: CallPlace { CallPlace() }

    private init() {
        scope = nil
        note = nil
        isInSpan = false
    }

    /// The place of a call that is being made.
    ///
    /// Runs code of the program when the thread has come into another span.
    ///
    /// - Parameter isDetached: Whether the call is async.
    init(
        _ gate: UnsafePointer<RecordingGate>,
        _ context: UnsafeMutablePointer<ThreadContext>,
        _ ring: UnsafeMutablePointer<Ring>,
        isDetached: Bool
    ) {
        isInSpan = gate.pointee.traceSource.map { ContextEntry.announce($0, ring, context) } ?? false
        let isInside = isDetached || gate.pointee.hasRunningAsyncCalls
        note = isInside ? ContextNote() : nil
        scope = note == nil ? nil : AsyncScope.current(of: gate.pointee.number)
    }

    /// Writes the part before the arguments.
    func writeScope(to memory: UnsafeMutableRawPointer) {
        memory.storeBytes(of: scope?.ring ?? 0, as: UInt.self)
        memory.storeBytes(of: scope?.call ?? 0, toByteOffset: 8, as: UInt64.self)
    }
}
