// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProgramClient
import ProxyCore
import Synchronization

/// The calls of several servers, each of which has those of some processes.
///
/// Every question is asked to all servers at once. What a server that can't be reached has is missing from the answer, which
/// says that it is incomplete. Only the stream is kept here; it begins when this process does.
///
/// - Invariant: Callable from any thread, and by several threads concurrently.
final class AskingHistory: Sendable {
    /// Longest time to wait for an answer beyond the time that a server searches.
    static let patience = Duration.seconds(2)

    let servers: [AskedServer]
    let processes = AskedRuns()
    let stream = AskedStream()
    let starts = AskedStarts()
    private let epoch: String
    private let lastFailure = Mutex<HistoryFailure?>(nil)

    init(_ addresses: [ProgramAddress]) {
        servers = addresses.enumerated().map { AskedServer($1, index: $0) }
        let digits = String(UInt32.random(in: .min ... .max), radix: 16)
        epoch = String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Notes that an answer lacks the calls of a server.
    func noteLack(of server: AskedServer, _ reason: some CustomStringConvertible) {
        let failure = lastFailure.withLock { last in
            let failure = HistoryFailure(
                number: (last?.number ?? 0) + 1,
                description: "The calls of \(server.address.url) are missing: \(reason)."
            )
            last = failure
            return failure
        }
        failure.tell()
    }

    func server(ofRun run: UInt64) -> AskedServer? { processes.run(run).map { servers[$0.server] } }
}

extension AskingHistory: RemoteHistory {
    var extent: HistoryExtent {
        var extent = HistoryExtent(epoch: epoch, startedAtNanoseconds: 0)
        let facts = servers.compactMap(\.facts)
        extent.lastPosition = stream.end.position
        extent.count = facts.reduce(0) { $0.saturatingAdding($1.stored) }
        extent.missing = facts.reduce(0) { $0.saturatingAdding($1.evicted) }
        let oldest = facts.compactMap(\.oldest).min { $0.startedAtNanoseconds < $1.startedAtNanoseconds }
        let newest = facts.compactMap(\.newest).max { $0.startedAtNanoseconds < $1.startedAtNanoseconds }
        extent.oldest = oldest?.key
        extent.newest = newest?.key
        if let oldest {
            let start = oldest.startOffsetNanoseconds
            let end = facts.compactMap(\.newest).reduce(start) {
                max($0, $1.startOffsetNanoseconds.saturatingAdding($1.durationNanoseconds ?? 0))
            }
            extent.period = start..<end.saturatingAdding(1)
        }
        return extent
    }

    func key(of id: InvocationID) -> UInt64? {
        if let key = processes.key(of: id) { return key }
        // Its process may be one of a server that was never reached.
        for server in servers {
            if let failure = server.failure { noteLack(of: server, failure) }
        }
        return nil
    }

    func id(ofKey key: UInt64) -> InvocationID {
        let run = key >> InvocationID.seqBits
        let seq = key & (1 << InvocationID.seqBits - 1)
        return InvocationID(epoch: processes.run(run)?.epoch ?? epoch, seq: seq, run: run)
    }

    func invocation(seq key: UInt64) -> Invocation? {
        let id = id(ofKey: key)
        guard let server = server(ofRun: id.run) else { return nil }
        do throws(ProgramFailure) {
            let call = try last(of: server, upTo: id)
            return call?.id == id ? call : nil
        } catch {
            noteLack(of: server, error)
            return nil
        }
    }

    /// The last call of a process up to one, which need not be stored.
    func last(of server: AskedServer, upTo id: InvocationID) throws(ProgramFailure) -> Invocation? {
        try call(of: server, id, [("before", "\(id.epoch)-\(id.seq + 1)")])
    }

    /// The first call of a process after one, which need not be stored.
    func first(of server: AskedServer, after id: InvocationID) throws(ProgramFailure) -> Invocation? {
        try call(of: server, id, [("after", id.description), ("order", "asc")])
    }

    private func call(
        of server: AskedServer,
        _ id: InvocationID,
        _ bounds: [(String, String?)]
    ) throws(ProgramFailure) -> Invocation? {
        try server.ask(
            "/invocations",
            bounds + [("filter", "process:\(id.epoch)"), ("limit", "1"), ("count", "false")],
            within: Self.patience
        ) { json in processes.calls(json["items"]?.elements, at: server) }.first
    }

    // MARK: Proxies

    var proxies: [RecordedProxy] { proxyReport.items }

    var proxyReport: ProxyReport {
        let events = Dictionary(grouping: stream.events(after: 0, before: .max)) { "\($0.epoch ?? "")-\($0.proxy)" }
        let lists = AskedServer.ask(servers) { server in
            try server.ask("/proxies", within: Self.patience + .seconds(1)) { json in
                json["items"]?.elements?.compactMap { RecordedProxy($0) }
            }
        }
        var report = ProxyReport(items: [])
        for (server, answer) in lists {
            switch answer {
            case .success(let list): report.items += list
            case .failure(let failure):
                report.failure = HistoryFailure(
                    number: 1,
                    description: "The proxies of \(server.address.url) are missing: \(failure)."
                )
            }
        }
        for index in report.items.indices {
            let proxy = report.items[index]
            report.items[index].history = events["\(proxy.epoch ?? "")-\(proxy.number)"] ?? []
        }
        return report
    }

    func scanProxyEvents(
        after lower: UInt64,
        before upper: UInt64,
        _ order: InvocationQuery.Order,
        _ body: (ProxyEvent) -> Bool
    ) {
        let events = stream.events(after: lower, before: upper)
        for event in order == .ascending ? events : events.reversed() where !body(event) { return }
    }

    // MARK: Runs

    // Each server compares the processes that it has.

    var runs: [RecordedRun] { [] }

    func selectors(ofRun name: String) -> [RunSelector]? { nil }

    func history(ofRun name: String) -> (any InvocationHistory)? { name == epoch ? self : nil }

    /// The last answer that lacks the calls of a server. Exports fail because of it; pages say that they are incomplete.
    var failure: HistoryFailure? { lastFailure.withLock { $0 } }
}

extension AskingHistory: FleetFeed {
    var oldestPosition: UInt64? { stream.oldestPosition }

    var streamEnd: StreamPlace { stream.end }

    func streamed(after place: StreamPlace, limit: Int, matching filter: InvocationFilter) -> StreamBatch {
        stream.streamed(after: place, limit: limit, matching: filter)
    }

    func lastProxyEvent(before position: UInt64) -> UInt64 { stream.lastProxyEvent(before: position) }

    func isPassed(_ place: StreamPlace) -> Bool { stream.isPassed(place) }

    func onGrowth(_ body: @escaping @Sendable () -> Void) { stream.onGrowth(body) }

    /// The processes, each as the server tells that has most of its calls: one without `--service` lists all of them.
    var programs: [FleetProgram] {
        var programs: [FleetProgram] = []
        var places: [String: Int] = [:]
        for program in servers.flatMap({ self.programs(of: $0) }) {
            if let place = places[program.epoch] {
                if program.calls > programs[place].calls { programs[place] = program }
            } else {
                places[program.epoch] = programs.count
                programs.append(program)
            }
        }
        return programs
    }

    private func programs(of server: AskedServer) -> [FleetProgram] {
        let failure = server.failure
        return (server.facts?.programs ?? []).map { program in
            guard let failure, program.report?.state == .running else { return program }
            var program = program
            program.report?.state = .unreachable
            program.report?.reason = "\(server.address.url) can’t be asked: \(failure)"
            return program
        }
    }

    var feedStatus: FleetFeedStatus? {
        let feeds = servers.compactMap(\.facts?.feed)
        let failures = servers.compactMap { server in
            (server.failure ?? server.facts?.feed?.failure).map { "\(server.address.url): \($0)" }
        }
        return FleetFeedStatus(
            isConnected: servers.allSatisfy { $0.failure == nil } && feeds.allSatisfy(\.isConnected),
            sequence: stream.end.position,
            behind: feeds.reduce(0) { $0.saturatingAdding($1.behind) },
            failure: failures.isEmpty ? nil : failures.joined(separator: "; ")
        )
    }
}
