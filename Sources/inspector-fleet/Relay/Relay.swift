// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import InspectorServer
import ProgramClient
import Synchronization

/// Follows all inspected programs of this machine, and those that were named.
final class Relay: Sendable {
    struct Options: Sendable {
        var host: String
        var names = ServiceNames()
        /// Programs besides the discovered ones.
        var addresses: [ProgramAddress] = []
        /// Whether programs in the discovery folder are not followed.
        var isDiscoveryOff = false
    }

    private struct State: Sendable {
        /// What a thread looks after, mostly addresses.
        var watched: Set<String> = []
        /// Epochs that a thread follows.
        var followed: Set<String> = []
        /// Epochs of recordings, which are not followed.
        var skipped: Set<String> = []
        /// What was logged about addresses.
        var complaints: [String: String] = [:]
    }

    /// Names come from programs and may repeat; the thread's stack holds no batches.
    private static let stackBytes = 1 << 20
    private static let roundMilliseconds: Int32 = 1_000
    private static let patienceMilliseconds: Int64 = 10_000

    private let broker: Broker
    private let options: Options
    private let identity: RelayIdentity
    private let state = Mutex(State())

    init(_ broker: Broker, _ options: Options) {
        self.broker = broker
        self.options = options
        identity = RelayIdentity(host: options.host)
    }

    /// Follows programs until the first signal, and finishes the batches in hand.
    ///
    /// - Returns: Whether all threads have ended.
    func run() -> Bool {
        for address in options.addresses { watch(address, nil) }
        start(watching: "lost processes") { [self] in reportLost() }
        repeat {
            if !options.isDiscoveryOff { DiscoveredInspector.all().forEach(discover) }
        } while !StopSignal.wait(milliseconds: Self.roundMilliseconds)
        let deadline = Clock.milliseconds + Self.patienceMilliseconds
        while !state.withLock({ $0.watched.isEmpty }), Clock.milliseconds < deadline { usleep(10_000) }
        return state.withLock { $0.watched.isEmpty }
    }

    /// Reports those that ended without a follower, until the first signal.
    private func reportLost() {
        let lost = LostProcesses(broker, identity, options)
        var (isDone, lastProblem) = (false, "")
        repeat {
            if !isDone {
                do throws(BrokerError) {
                    try lost.report(except: existing)
                    isDone = true
                } catch {
                    // The end of the connection is noted where it is noticed.
                    if case .disconnected = error { continue }
                    if error.description != lastProblem { FleetLog.note("lost processes: \(error); trying again") }
                    lastProblem = error.description
                }
            }
            if options.isDiscoveryOff {
                if isDone { return }
                continue
            }
            // Whoever follows a process reports its end.
            for reached in ReachedPosition.all() where reached.wasKilled && !isFollowed(reached.inspector.epoch) {
                lost.report(reached)
            }
        } while !StopSignal.wait(milliseconds: Self.roundMilliseconds)
    }

    /// Epochs of processes that were found, or whose follower reports their end.
    ///
    /// Those that are not to be followed are found too: after the clock was set forward, a process that exists seems to
    /// have got its ID later than the one that was told of.
    private var existing: Set<String> {
        let found = DiscoveredInspector.all().map(\.epoch)
        return state.withLock { $0.followed }.union(found)
    }

    private func isFollowed(_ epoch: String) -> Bool { state.withLock { $0.followed.contains(epoch) } }

    private func discover(_ program: DiscoveredInspector) {
        guard let address = ProgramAddress(program.url) else { return }
        let isKnown = state.withLock { $0.skipped.contains(program.epoch) || $0.followed.contains(program.epoch) }
        if !isKnown { watch(address, program) }
    }

    /// Starts a thread for an address, unless there is one.
    private func watch(_ address: ProgramAddress, _ program: DiscoveredInspector?) {
        start(watching: address.authority) { [self] in lookAfter(address, program) }
    }

    /// Starts a thread that watches something, unless there is one.
    private func start(watching what: String, _ body: @escaping @Sendable () -> Void) {
        guard state.withLock({ $0.watched.insert(what).inserted }) else { return }
        let thread = Thread { [self] in
            body()
            state.withLock { _ = $0.watched.remove(what) }
        }
        thread.stackSize = Self.stackBytes
        thread.name = "relay"
        thread.start()
    }

    /// Follows one process after the other at an address; a discovered one only once, as its file is found again.
    private func lookAfter(_ address: ProgramAddress, _ program: DiscoveredInspector?) {
        repeat {
            do throws(ProgramFailure) {
                let status = try ProgramStatus.read(address)
                follow(status, at: address, program)
                note(nil, about: address)
            } catch {
                note(error.description, about: address)
            }
            if program != nil { return }
        } while !StopSignal.wait(milliseconds: Self.roundMilliseconds)
    }

    /// Logs a problem when it is new.
    private func note(_ problem: String?, about address: ProgramAddress) {
        let last = state.withLock { state in
            defer { state.complaints[address.authority] = problem }
            return state.complaints[address.authority]
        }
        if let problem, problem != last { FleetLog.note("\(address.authority): \(problem)") }
    }

    private func follow(_ status: ProgramStatus, at address: ProgramAddress, _ program: DiscoveredInspector?) {
        let isNew = state.withLock { state in
            if status.isReplay { return state.skipped.insert(status.epoch).inserted }
            return state.followed.insert(status.epoch).inserted
        }
        guard isNew else { return }
        if status.isReplay { return FleetLog.note("\(address.authority): skipped, a recording or a fleet") }
        defer { state.withLock { _ = $0.followed.remove(status.epoch) } }
        _ = Follower(broker, describe(status, address, program), at: address, identity).follow()
    }

    private func describe(
        _ status: ProgramStatus,
        _ address: ProgramAddress,
        _ program: DiscoveredInspector?
    ) -> RelayedProcess {
        // One that was found may have ended, and not be found again.
        let isSame = program?.epoch == status.epoch
        let found = isSame ? program : DiscoveredInspector.all().first { $0.epoch == status.epoch }
        if let found { return RelayedProcess(found, options) }
        let service = options.names.name(program: address.authority, processID: 0)
        let uptime = Int64(min(max(status.uptimeSeconds, 0), 1e9) * 1e9)
        return RelayedProcess(
            epoch: status.epoch,
            service: service.service,
            version: service.version,
            host: options.host,
            processID: 0,
            program: address.authority,
            startedAt: Clock.text(Clock.nowNanoseconds - uptime)
        )
    }
}

extension RelayedProcess {
    /// A process of this machine, which may have ended.
    init(_ program: DiscoveredInspector, _ options: Relay.Options) {
        let processID = Int64(program.processID)
        let name = options.names.name(program: program.program, processID: processID)
        self.init(
            epoch: program.epoch,
            service: name.service,
            version: name.version,
            host: options.host,
            processID: processID,
            program: program.program,
            startedAt: program.startedAt
        )
    }
}
