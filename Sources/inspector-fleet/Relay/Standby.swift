// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// Waits while another relay sends a process, to go on if that relay doesn't.
final class Standby {
    /// A relay publishes a state each 5 s.
    private static let silenceMilliseconds: Int64 = 15_000

    private let broker: Broker
    private let subject: String
    /// Whether the other relay has told that the process is over.
    private(set) var isOver = false

    init(_ broker: Broker, _ process: RelayedProcess) {
        self.broker = broker
        subject = process.subject(in: .programs)
    }

    /// - Returns: True when the other relay has been silent for 15 s; false if the program is to end.
    func wait() -> Bool {
        var last: UInt64?
        var changedAt = Clock.milliseconds
        while Clock.milliseconds - changedAt < Self.silenceMilliseconds {
            if StopSignal.wait(milliseconds: 1_000) { return false }
            // While the broker is away, nothing is known about the other relay.
            let message: Broker.Message?
            do throws(BrokerError) { message = try broker.last(subject: subject, in: .programs) } catch {
                changedAt = Clock.milliseconds
                continue
            }
            if message?.sequence != last { changedAt = Clock.milliseconds }
            last = message?.sequence
            if let message, let state = ProgramReports.program(message.body)?.report?.state {
                isOver = state == .ended || state == .lost
            }
        }
        return true
    }
}
