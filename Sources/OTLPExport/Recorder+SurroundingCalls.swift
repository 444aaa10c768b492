// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CallExport
internal import ProxyCore

extension Recorder {
    /// Finds the calls around those that an exporter sends while they are made.
    ///
    /// A running call is sent when it has ended, if it passes then. Until its end decides that, it is taken as if it
    /// returned now, which is right for most: one that runs for a second already will have taken over a millisecond.
    func surroundingCalls(passing filter: InvocationFilter) -> SurroundingCall.Finder {
        let isDecidedAtStart = filter.isDecidedAtStart
        return { [self] seq in
            guard case .found(var call) = invocation(seq: seq) else { return nil }
            guard call.durationNanoseconds == nil else { return SurroundingCall(call, isSent: filter.matches(call)) }
            call.durationNanoseconds = UInt64(clamping: runningAsOfNanoseconds &- call.startedAtNanoseconds)
            call.state = .returned
            return SurroundingCall(call, isSent: filter.matches(call), isSettled: isDecidedAtStart)
        }
    }
}
