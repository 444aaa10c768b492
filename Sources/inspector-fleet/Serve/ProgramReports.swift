// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import ProxyCore

/// Reads what relays tell about processes.
struct ProgramReports {
    /// A relay tells each five seconds; after three times that, it is not heard.
    private static let patienceMilliseconds: Int64 = 15_000
    /// Messages per update. Very many relays tell as fast as one reader reads, and there are calls to read, too.
    private static let messageLimit = 256

    /// What was told last about a process.
    private struct Told {
        let program: FleetProgram
        /// By this machine's clock: those of two machines can't be compared.
        var heardAt: Int64
    }

    private let broker: Broker
    private let history: FleetHistory
    private let service: String?
    private var sequence: UInt64 = 0
    private var created: Int64?
    private var programs: [String: Told] = [:]
    /// Processes whose relays are not heard.
    private var silent: Set<String> = []
    /// When the messages were stored that were there before this reader, by epoch and by the broker's clock; nil once
    /// they have been read.
    private var old: [String: Int64]? = [:]

    /// - Parameter service: The service whose processes are shown; nil for all.
    init(_ broker: Broker, _ history: FleetHistory, ofService service: String?) {
        self.broker = broker
        self.history = history
        self.service = service
    }

    /// Reads what is new, and notes which relays are not heard any more.
    ///
    /// - Returns: False if there may be more.
    mutating func update() throws(BrokerError) -> Bool {
        for _ in 0..<Self.messageLimit {
            let next = try broker.next(
                from: sequence + 1,
                matching: BrokerStream.programs.everything,
                in: .programs
            )
            guard let message = next else {
                noteAge()
                noteSilence()
                try followStream()
                return true
            }
            sequence = message.sequence
            guard let program = Self.program(message.body), service == nil || program.process.service == service
            else { continue }
            programs[program.epoch] = Told(program: program, heardAt: Clock.milliseconds)
            old?[program.epoch] = message.storedAtNanoseconds
            silent.remove(program.epoch)
            history.report(program)
        }
        return false
    }

    /// Begins with the first message again if the stream was made anew.
    private mutating func followStream() throws(BrokerError) {
        let extent = try broker.extent(of: .programs)
        let isAnother = created.map { $0 != extent.createdAtNanoseconds } ?? false
        sequence = isAnother ? 0 : min(sequence, extent.last)
        created = extent.createdAtNanoseconds
    }

    /// Notes how old the messages were that were there at the beginning, compared with the newest of them.
    private mutating func noteAge() {
        guard let stored = old else { return }
        old = nil
        let newest = stored.values.max() ?? 0
        for (epoch, instant) in stored {
            programs[epoch]?.heardAt -= max(0, newest.saturatingSubtracting(instant)) / 1_000_000
        }
    }

    /// All that was told has been read.
    private mutating func noteSilence() {
        let now = Clock.milliseconds
        for (epoch, told) in programs where !silent.contains(epoch) {
            var program = told.program
            guard let state = program.report?.state, state == .running || state == .unreachable,
                now - told.heardAt > Self.patienceMilliseconds
            else { continue }
            silent.insert(epoch)
            program.report?.state = .unreachable
            program.report?.reason = "Its relay is not heard."
            history.report(program)
        }
    }

    /// Reads a state; nil if it is none.
    static func program(_ body: [UInt8]) -> FleetProgram? {
        JSONReader.read(String(decoding: body, as: UTF8.self)) { program($0) } ?? nil
    }

    private static func program(_ json: JSONNode) -> FleetProgram? {
        guard let process = ProcessDescription(json)?.fleetProcess,
            let state = json["state"]?.string.flatMap({ FleetProgram.State(rawValue: $0) })
        else { return nil }
        func instant(_ name: StaticString) -> Int64? { json[name]?.string.flatMap { Instant.nanoseconds($0) } }
        func count(_ name: StaticString) -> UInt64? { json[name]?.integer(UInt64.self) }
        var report = FleetProgram.Report(state, toldAtNanoseconds: instant("at") ?? Clock.nowNanoseconds)
        report.reason = json["reason"]?.string
        report.newest = count("newest")
        report.through = count("through")
        report.callsPerSecond = json["callsPerSecond"].flatMap { Double(String(decoding: $0.bytes, as: UTF8.self)) }
        report.dropped = count("dropped")
        report.skewNanoseconds = json["skewNanoseconds"]?.integer(Int64.self)
        report.skewErrorNanoseconds = json["skewErrorNanoseconds"]?.integer(Int64.self)
        report.seenAtNanoseconds = instant("seenAt")
        var program = FleetProgram(
            epoch: process.epoch,
            process: process.facts,
            program: process.program,
            startedAtNanoseconds: process.startedAtNanoseconds
        )
        program.report = report
        return program
    }
}
