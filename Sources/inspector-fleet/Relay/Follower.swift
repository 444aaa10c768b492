// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import InspectorServer
import ProgramClient

/// Follows one process from its first call to its end. Runs on a thread of its own.
final class Follower {
    enum End {
        /// The relay is to end.
        case stopped
        /// The process has ended, or was lost.
        case over
    }

    private static let reportMilliseconds: Int64 = 1_000
    private static let reconnectMilliseconds: Int32 = 200
    private static let retryMilliseconds: Int32 = 1_000

    private let process: RelayedProcess
    private let address: ProgramAddress
    private let relay: RelayIdentity
    private let outbox: Outbox
    private let pump: StreamPump
    private let reporter: StateReporter
    private let standby: Standby
    private let life: ProcessLife
    /// Known from the start: a program that ends in order while the broker is away deletes its file.
    private let reached: ReachedPosition?
    private var nextReport: Int64 = 0

    init(_ broker: Broker, _ process: RelayedProcess, at address: ProgramAddress, _ relay: RelayIdentity) {
        self.process = process
        self.address = address
        self.relay = relay
        outbox = Outbox(broker, process, relay)
        pump = StreamPump(epoch: process.epoch, outbox: outbox)
        reporter = StateReporter(broker, process, relay, url: address.url)
        standby = Standby(broker, process)
        life = ProcessLife(process.processID)
        reached = ReachedPosition.of(epoch: process.epoch)
        // If the process ends meanwhile, it is known how many calls it had, also of one without a file that tells.
        outbox.whileWaiting = { [unowned self] in if isReportDue() { _ = noteStatus() } }
    }

    /// Follows the process to its end.
    func follow() -> End {
        while true {
            do throws(Outbox.Interruption) {
                try begin()
                return try followStreams()
            } catch {
                guard case .moved(let message) = error else { return .stopped }
                // After a loss in the broker, its last message is an older one of this relay.
                if message.headers[BrokerHeader.relay] == relay.id {
                    FleetLog.note("\(process.label): the broker has lost messages; going on after its last one")
                } else {
                    FleetLog.note("\(process.label): refused, another relay sends this process; standing by")
                    guard standby.wait() else { return .stopped }
                    // Of a program on another machine, only the other relay tells.
                    if standby.isOver, life.exists != true {
                        FleetLog.note("\(process.label): over, as the other relay has told")
                        return .over
                    }
                    FleetLog.note("\(process.label): the other relay is silent; taking over")
                }
            }
        }
    }

    private func begin() throws(Outbox.Interruption) {
        let message = try outbox.begin()
        let through = message?.headers[BrokerHeader.through].flatMap { ResumePlace($0) }
        // What grew too old in the broker isn't sent again.
        pump.begin(after: through ?? pump.place)
        reporter.begin()
        FleetLog.note("\(process.label): following, after \(pump.place)")
    }

    /// Connects again and again, until the process ends.
    private func followStreams() throws(Outbox.Interruption) -> End {
        var lastProblem: String?
        while true {
            let connection: ProgramConnection
            do throws(ProgramFailure) {
                connection = try address.events(after: pump.place, of: process.epoch)
                lastProblem = nil
            } catch {
                if life.exists == false { return try lost() }
                if lastProblem == nil { FleetLog.note("\(process.label): \(error); trying again") }
                lastProblem = error.description
                // A stream that was given up leaves lines in hand, and may be the last one.
                try pump.flush()
                try reporter.report(.unreachable, lastProblem, through: pump.place)
                if StopSignal.wait(milliseconds: Self.retryMilliseconds) { throw .stopped }
                continue
            }
            let end = try pump.run(connection) { () throws(Outbox.Interruption) in try tick() }
            switch end {
            case .ended(let reason):
                FleetLog.note("\(process.label): ended\(reason.map { ", \($0)" } ?? "")")
                return try over(.ended, reason)
            case .replaced: return try lost()
            case .broken:
                if life.exists == false { return try lost() }
                if StopSignal.wait(milliseconds: Self.reconnectMilliseconds) { throw .stopped }
            case .behind, .cut: break
            }
        }
    }

    private func lost() throws(Outbox.Interruption) -> End {
        let reason = "the process does not exist any more"
        FleetLog.note("\(process.label): lost, \(reason)")
        if let reached { reporter.note(newest: reached.position) }
        let end = try over(.lost, reason)
        if !StopSignal.isRaised { reached?.delete() }
        return end
    }

    private func over(_ state: StateReporter.State, _ reason: String?) throws(Outbox.Interruption) -> End {
        let arrived = pump.place
        try pump.sendLoss(through: reporter.newest)
        reporter.finish(state, reason, through: arrived)
        return .over
    }

    /// Reports the state each second.
    private func tick() throws(Outbox.Interruption) {
        guard isReportDue() else { return }
        let problem = noteStatus()
        try reporter.report(problem == nil ? .running : .unreachable, problem, through: pump.sentPlace)
    }

    /// True once each second.
    private func isReportDue() -> Bool {
        let now = Clock.milliseconds
        guard now >= nextReport else { return false }
        nextReport = now + Self.reportMilliseconds
        return true
    }

    /// Asks the program how it is.
    ///
    /// - Returns: Why it doesn't answer; nil if it does.
    private func noteStatus() -> String? {
        do throws(ProgramFailure) {
            let status = try ProgramStatus.read(address)
            // Another process may answer at the address by now, which the stream tells.
            if status.epoch == process.epoch { reporter.note(status) }
            return nil
        } catch {
            return error.description
        }
    }
}
