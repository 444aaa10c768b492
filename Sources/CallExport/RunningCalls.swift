// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The calls that had not returned when they were read, to be put between others in the order of their starts.
struct RunningCalls {
    private var calls: [UInt64: Invocation]
    /// Numbers of the calls, the last one first.
    private var order: [UInt64]

    init(_ calls: some Sequence<Invocation>) {
        self.calls = Dictionary(calls.map { ($0.key, $0) }) { first, _ in first }
        order = self.calls.keys.sorted(by: >)
    }

    /// The next call, if it started before the call with this number.
    mutating func next(before seq: UInt64 = .max) -> Invocation? {
        while let first = order.last, first < seq {
            order.removeLast()
            if let call = calls.removeValue(forKey: first) { return call }
        }
        return nil
    }

    /// Forgets a call that has returned since.
    mutating func remove(_ seq: UInt64) { calls[seq] = nil }
}
