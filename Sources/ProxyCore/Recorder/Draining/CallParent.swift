// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Finds the call inside which another was made.
enum CallParent {
    /// The innermost running async call in which a call was made.
    @inline(never)
    static func scope(
        of begin: BeginRecord,
        _ readersByRing: [UInt: UnsafeMutablePointer<RingReader>],
        _ tasks: TaskCalls
    ) -> (seq: UInt64, depth: Int)? {
        let (ring, call) = begin.scope
        let noted = readersByRing[ring]?.pointee.detached[call].map { ($0.header.seq, $0.header.depth) }
        let own = tasks.innermost(in: begin.task)
        return (own?.seq ?? 0) > (noted?.0 ?? 0) ? own : noted
    }

    /// The innermost running call of the thread that was made in the same async call, or else that async call.
    ///
    /// Other calls on the thread belong to other tasks: their thread runs this task before they return, such as one that
    /// runs the main run loop. `seq` is 0 for none.
    @inline(__always)
    static func parent(
        in scope: (seq: UInt64, depth: Int)?,
        _ reader: UnsafeMutablePointer<RingReader>,
        _ readers: [UnsafeMutablePointer<RingReader>]
    ) -> (seq: UInt64, depth: Int) {
        let scope = scope ?? (0, 0)
        var index = reader.pointee.open.count
        while index > 0 {
            index -= 1
            let own = reader.pointee.open[index].header.scopeSeq
            // A call whose async call has ended is like one outside of async calls.
            guard own == scope.seq || scope.seq == 0 && !isRunning(own, readers) else { continue }
            return (reader.pointee.open[index].header.seq, reader.pointee.open[index].header.depth)
        }
        return scope
    }

    /// Whether an async call is running.
    @inline(never)
    private static func isRunning(_ seq: UInt64, _ readers: [UnsafeMutablePointer<RingReader>]) -> Bool {
        readers.contains { $0.pointee.detached.values.contains { $0.seq == seq } }
    }
}
