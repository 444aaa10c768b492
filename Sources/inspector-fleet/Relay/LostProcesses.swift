// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import InspectorServer
import ProgramClient
import ProxyCore

/// Processes of this machine that ended while no relay was following them. Waits for the broker as long as it takes.
struct LostProcesses {
    private let broker: Broker
    private let relay: RelayIdentity
    private let options: Relay.Options

    init(_ broker: Broker, _ relay: RelayIdentity, _ options: Relay.Options) {
        self.broker = broker
        self.relay = relay
        self.options = options
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
    /// - Throws: The broker's failure; some of them may not have been reported.
    func report(except epochs: Set<String>) throws(BrokerError) {
        var sequence: UInt64 = 1
        while !StopSignal.isRaised {
            guard let message = try broker.next(from: sequence, matching: pattern(), in: .programs) else { return }
            sequence = message.sequence + 1
            guard var state = State(message), state.isOpen, state.process.host == options.host,
                !epochs.contains(state.process.epoch), state.process.processID > 0, state.exists != true
            else { continue }
            let reached = ReachedPosition.of(epoch: state.process.epoch)
            state.newest = max(state.newest, reached?.position ?? 0)
            if report(state) { reached?.delete() }
        }
    }

    /// Publishes that a process is lost of which only its file is left. Without a broker, a later call does.
    ///
    /// Its last state may be missing: it may have lived while no relay was running.
    func report(_ reached: ReachedPosition) {
        let epoch = reached.inspector.epoch
        guard broker.isConnected else { return }
        do throws(BrokerError) {
            let message = try broker.next(from: 1, matching: pattern(epoch: epoch), in: .programs)
            var state = message.flatMap(State.init) ?? State(reached.inspector, options)
            // A process can stop its server, say goodbye, and start the server again.
            guard state.isOpen || reached.position > state.newest, state.process.host == options.host else {
                return reached.delete()
            }
            state.newest = max(state.newest, reached.position)
            if report(state) { reached.delete() }
        } catch {
            // The broker's connection notes it.
        }
    }

    /// The subjects of states of processes on this machine.
    private func pattern(epoch: String? = nil) -> String {
        "\(BrokerStream.programs.root).*.\(SubjectToken.of(options.host)).\(epoch.map(SubjectToken.of) ?? "*")"
    }

    /// - Returns: Whether it was published, rather than being up to another relay or a later one.
    private func report(_ state: State) -> Bool {
        let reason = "the process ended while no relay was following it"
        FleetLog.note("\(state.process.label): lost, \(reason)")
        do throws(Outbox.Interruption) {
            let arrived = try sendLoss(of: state)
            let reporter = StateReporter(broker, state.process, relay, url: state.url, newest: state.newest)
            reporter.finish(.lost, reason, through: arrived)
            return !StopSignal.isRaised
        } catch {
            return false
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
    /// Whether the process has not ended yet, as far as it says.
    fileprivate var isOpen: Bool { ["running", "unreachable"].contains(name) }

    /// Whether the process still exists; after a start of the system, or a long time, its ID may be another one's.
    fileprivate var exists: Bool? {
        ProcessLife(process.processID, at: Instant.nanoseconds(process.startedAt)).exists
    }

    /// A process of which no state is known.
    fileprivate init(_ inspector: DiscoveredInspector, _ options: Relay.Options) {
        process = RelayedProcess(inspector, options)
        name = "running"
        (through, newest) = (0, 0)
        url = ProgramAddress(inspector.url)?.url ?? ""
    }

    fileprivate init?(_ message: Broker.Message) {
        let text = String(decoding: message.body, as: UTF8.self)
        guard let state = JSONReader.read(text, { Self($0) }) else { return nil }
        self = state
    }

    private init?(_ json: JSONNode) {
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
