// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// Processes of this machine that ended while no relay was running.
struct LostProcesses {
    private let broker: Broker
    private let relay: RelayIdentity
    private let host: String

    init(_ broker: Broker, _ relay: RelayIdentity, host: String) {
        self.broker = broker
        self.relay = relay
        self.host = host
    }

    fileprivate struct State {
        var process: RelayedProcess
        var name: String
        var through: UInt64
        var newest: UInt64
        var url: String
    }

    /// Publishes that those are lost whose last state is another one.
    ///
    /// - Parameter epochs: Processes that exist.
    func report(except epochs: Set<String>) {
        let pattern = "\(BrokerStream.programs.root).*.\(SubjectToken.of(host)).*"
        var sequence: UInt64 = 1
        while !StopSignal.isRaised, let message = try? broker.next(from: sequence, matching: pattern, in: .programs) {
            sequence = message.sequence + 1
            let text = String(decoding: message.body, as: UTF8.self)
            guard let state = JSONReader.read(text, { State($0) }), ["running", "unreachable"].contains(state.name),
                state.process.host == host, !epochs.contains(state.process.epoch), state.process.processID > 0,
                ProcessLife(state.process.processID).exists != true
            else { continue }
            let reason = "the process ended while no relay was running"
            FleetLog.note("\(state.process.label): lost, \(reason)")
            do throws(Outbox.Interruption) {
                let arrived = try sendLoss(of: state)
                let reporter = StateReporter(broker, state.process, relay, url: state.url, newest: state.newest)
                reporter.finish(.lost, reason, through: arrived)
            } catch {
                // Another relay looks after the process, or this one is to end.
            }
        }
    }

    /// Sends a gap in place of the calls that never arrived.
    ///
    /// - Returns: The place up to which calls arrived.
    private func sendLoss(of state: State) throws(Outbox.Interruption) -> ResumePlace {
        let outbox = Outbox(broker, state.process, relay)
        let message = try outbox.begin()
        // Messages may have grown too old in the broker.
        let sent = message?.headers[BrokerHeader.through].flatMap { ResumePlace($0) }
        let arrived = sent ?? ResumePlace(position: state.through, event: nil)
        var batch = Batch(after: arrived)
        batch.takeLoss(through: state.newest)
        if !batch.isEmpty { try outbox.send(batch) }
        return arrived
    }
}

extension LostProcesses.State {
    fileprivate init?(_ json: JSONNode) {
        guard let epoch = json["epoch"]?.string, let service = json["service"]?.string,
            let host = json["host"]?.string, let processID = json["processID"]?.integer(Int64.self),
            let program = json["program"]?.string, let startedAt = json["startedAt"]?.string,
            let name = json["state"]?.string
        else { return nil }
        process = RelayedProcess(
            epoch: epoch,
            service: service,
            version: json["version"]?.string,
            host: host,
            processID: processID,
            program: program,
            startedAt: startedAt
        )
        self.name = name
        through = json["through"]?.integer(UInt64.self) ?? 0
        newest = json["newest"]?.integer(UInt64.self) ?? 0
        url = json["url"]?.string ?? ""
    }
}
