// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CallExport
internal import ProxyCore
internal import Synchronization

/// Finds the calls around those that an exporter sends while they are made.
///
/// A running call is sent when it has ended, if it passes then. Until its end decides that, it is taken as if it
/// returned now, which is right for most: one that runs for a second already will have taken over a millisecond.
///
/// All running calls are read at once: the recorder has to put them in order for each question about one, and each call
/// that has ended may be inside of many.
final class SurroundingCalls: Sendable {
    private let recorder: Recorder
    private let filter: InvocationFilter
    private let isDecidedAtStart: Bool
    /// The running calls by their numbers; nil until somebody asks for one.
    private let running = Mutex<[UInt64: Invocation]?>(nil)

    init(_ recorder: Recorder, passing filter: InvocationFilter) {
        self.recorder = recorder
        self.filter = filter
        isDecidedAtStart = filter.isDecidedAtStart
    }

    /// Forgets which calls were running: some may have ended.
    func forgetRunning() { running.withLock { $0 = nil } }

    /// Whether a call was running when somebody asked first.
    func isRunning(_ seq: UInt64) -> Bool { runningCall(seq) != nil }

    func find(_ seq: UInt64) -> SurroundingCall? {
        if let call = runningCall(seq) { return surrounding(call) }
        guard case .found(let call) = recorder.invocation(seq: seq) else { return nil }
        return surrounding(call)
    }

    private func runningCall(_ seq: UInt64) -> Invocation? {
        if let known = running.withLock({ $0 }) { return known[seq] }
        // Not while locked: a transform may run.
        let calls = Dictionary(recorder.running.map { ($0.key, $0) }) { first, _ in first }
        running.withLock { $0 = calls }
        return calls[seq]
    }

    private func surrounding(_ call: Invocation) -> SurroundingCall {
        guard call.durationNanoseconds == nil else { return SurroundingCall(call, isSent: filter.matches(call)) }
        var call = call
        call.durationNanoseconds = UInt64(clamping: recorder.runningAsOfNanoseconds &- call.startedAtNanoseconds)
        call.state = .returned
        return SurroundingCall(call, isSent: filter.matches(call), isSettled: isDecidedAtStart)
    }
}
