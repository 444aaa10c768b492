// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The running async calls of each task.
///
/// A proxied async call is the value of a task-local variable while it runs (`AsyncScope`). An interposed one can't be, so
/// the calls inside it are known by their task.
struct TaskCalls {
    /// Outermost first.
    private var calls: [UInt64: [(seq: UInt64, depth: Int)]] = [:]

    mutating func add(_ call: CallHeader, in task: UInt64) { calls[task, default: []].append((call.seq, call.depth)) }

    mutating func remove(_ call: CallHeader, in task: UInt64) {
        // Tasks have few at once; the innermost one ends first.
        guard let index = calls[task]?.lastIndex(where: { $0.seq == call.seq }) else { return }
        calls[task]?.remove(at: index)
        if calls[task]?.isEmpty == true { calls[task] = nil }
    }

    func innermost(in task: UInt64) -> (seq: UInt64, depth: Int)? { calls[task]?.last }
}
