// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The signals that this process was started with: those that it did not receive, and those that it ignored. Programs that
/// it starts inherit them from the thread that starts them.
enum SignalMask {
    private struct Noted: Sendable {
        var blocked = sigset_t()
        var ignored: Set<Int32> = []

        init() {
            pthread_sigmask(SIG_SETMASK, nil, &blocked)
            ignored = Set(SignalMask.numbers.filter { SignalMask.isIgnored($0) ?? false })
        }
    }

    private static let noted = Noted()
    private static let numbers: ClosedRange<Int32> = 1...64

    /// Notes the signals. Call it first of all, on the first thread.
    static func note() { _ = noted }

    /// Whether this process was started with the signal ignored.
    static func isIgnoredFromStart(_ number: Int32) -> Bool { noted.ignored.contains(number) }

    /// Gives this thread the mask, and the process the ignored signals, that the process was started with.
    static func restore() {
        for number in numbers {
            guard let isIgnored = isIgnored(number) else { continue }
            let wasIgnored = noted.ignored.contains(number)
            if isIgnored != wasIgnored { signal(number, wasIgnored ? SIG_IGN : SIG_DFL) }
        }
        var mask = noted.blocked
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    /// Nil for numbers that the C library uses itself.
    private static func isIgnored(_ number: Int32) -> Bool? {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return nil }
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
