// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import ProxyCore

/// A call around one that becomes a span.
package struct SurroundingCall: Sendable {
    /// Finds a call by its number; nil if it can't be found any more.
    package typealias Finder = @Sendable (UInt64) -> SurroundingCall?

    /// The call.
    package var call: Invocation
    /// Whether it becomes a span too, as far as is known.
    package var isSent: Bool
    /// Whether that stays so. It may not for a running call whose end decides whether it passes a filter.
    package var isSettled: Bool

    package init(_ call: Invocation, isSent: Bool, isSettled: Bool = true) {
        self.call = call
        self.isSent = isSent
        self.isSettled = isSettled
    }
}

extension Recorder {
    /// Finds the calls around those of an export that begins now and has the calls that pass a filter, without running
    /// ones.
    package func exportedCalls(passing filter: InvocationFilter) -> SurroundingCall.Finder {
        // They may have ended when they are looked up, and are not in the export if it was past their place by then.
        let wereRunning = Set(running.map(\.key))
        return { [self] seq in
            guard case .found(let call) = invocation(seq: seq) else { return nil }
            let hasEnded = call.durationNanoseconds != nil && !wereRunning.contains(seq)
            return SurroundingCall(call, isSent: hasEnded && filter.matches(call))
        }
    }
}
