// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import FoundationNetworking
import ProxyCore

/// `inspector-server tail [URL]`
struct TailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tail",
        abstract: "Follows the calls of an inspected program in the terminal.",
        discussion: """
            One line per call: time, thread, duration, who answered, the call, its result. When the connection breaks, \
            it comes back and goes on where it was; what it can no longer get is said. Colours are left out when \
            standard output is no terminal, or NO_COLOR is set.
            """
    )

    @Argument(help: "Address that the program printed; default: the only inspected program of this user.")
    var url: String?

    @Option(name: .long, help: "Show only calls that pass, as in 'duration:>1ms'; the command filter tells more.")
    var filter: String?

    @Flag(
        name: .customLong("no-lifecycle"),
        help: "Leave out what happens to proxies; with --filter, only what passes it is shown."
    )
    var hidesLifecycle = false

    @Option(name: .long, help: "Where to begin: latest, earliest, or the id of an event.")
    var from = "latest"

    @Option(name: .long, help: "End after so many calls.")
    var count: Int?

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count has to be at least 1.") }
    }

    func run() async throws {
        let address = try InspectorAddress.find(url)
        var follower = Follower(printer: .standard, left: count)
        var failures = 0
        while true {
            let request = request(to: address, after: follower.lastID)
            switch await follower.follow(request) {
            case .done: return
            case .refused(let text): throw CommandFailure(text)
            case .broken(let error) where !follower.wasConnected:
                throw CommandFailure("\(address.description) does not answer: \(error). Is the program running?")
            case .broken(let error):
                failures = follower.hasProgressed ? 0 : failures + 1
                let seconds = min(1 << failures, 15)
                Console.note(follower.printer.remark("\(error); trying again in \(seconds) s", .warning))
                try await Task.sleep(for: .seconds(seconds))
            }
        }
    }

    private func request(to address: InspectorAddress, after lastID: String?) -> URLRequest {
        // The heartbeat comes every 15 s; a minute without it is a dead connection.
        let query = [("filter", filter), ("lastEventId", from), ("lifecycle", hidesLifecycle ? "none" : nil)]
        var request = address.request("/api/v1/stream", query: query, timeout: 60)
        request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
        if let lastID { request.setValue(lastID, forHTTPHeaderField: "Last-Event-ID") }
        return request
    }
}

/// Follows one connection after the other.
private struct Follower {
    enum End {
        case done
        /// The server does not want this client.
        case refused(String)
        case broken(String)
    }

    let printer: TailPrinter
    /// Calls still to be shown; nil when there is no end.
    var left: Int?
    private(set) var wasConnected = false
    /// Whether the last connection brought something.
    private(set) var hasProgressed = false
    private var parser = EventParser()
    private let records = RecordReader()

    init(printer: TailPrinter, left: Int?) {
        self.printer = printer
        self.left = left
    }

    var lastID: String? { parser.lastID }

    mutating func follow(_ request: URLRequest) async -> End {
        var status = 0
        var problem = Data()
        hasProgressed = false
        parser.connectionEnded()
        for await happening in StreamConnection.open(request) {
            switch happening {
            case .opened(let given): status = given
            case .bytes(let data) where status == 200:
                (wasConnected, hasProgressed) = (true, true)
                for event in parser.feed(data) where show(event) { return .done }
            case .bytes(let data): problem += data
            case .ended(let error):
                guard status == 0 || status == 200 || status >= 500 else { return .refused(words(of: problem, status)) }
                if status >= 500 { return .broken(words(of: problem, status)) }
                return .broken(error.map(Self.words) ?? "the program ended the stream")
            }
        }
        return .broken("the connection ended")
    }

    /// Shows an event; true when nothing more is wanted.
    private mutating func show(_ event: EventParser.Event) -> Bool {
        switch event.name {
        case "invocation", "running":
            guard let call = JSONReader.read(event.data, { try? records.invocation($0) }) else { return false }
            Console.print(printer.line(call))
            if event.name == "invocation", let rest = left { left = rest - 1 }
            return left == 0 || Console.hasFailed
        case "gap", "reset", "lifecycle", "bye":
            let words = JSONReader.read(event.data) { Self.words(of: $0, event.name) }
            Console.print(printer.remark(words ?? event.name, .note))
        default: break
        }
        return false
    }

    private func words(of problem: Data, _ status: Int) -> String {
        JSONReader.read(String(decoding: problem, as: UTF8.self)) { problem in
            problem["detail"]?.string.map { $0 + (problem["position"]?.integer(Int.self).map { " (at \($0))" } ?? "") }
        } ?? "HTTP \(status)"
    }

    private static func words(_ error: any Error) -> String {
        (error as? URLError)?.code == .cannotConnectToHost ? "connection refused" : error.localizedDescription
    }

    private static func words(of notice: JSONNode, _ name: String) -> String {
        let reason = notice["reason"]?.string ?? ""
        switch name {
        case "gap": return "\(notice["missed"]?.integer(UInt64.self) ?? 0) calls are missing (\(reason))"
        case "lifecycle":
            let target = notice["target"]?.string.map { "target \($0)" }
            let parts = [notice["owner"]?.string, notice["what"]?.string, target, notice["detail"]?.string]
            return parts.compactMap { $0 }.joined(separator: ", ")
        case "bye": return "the program says goodbye: \(reason)"
        default: return "reset: \(reason)"
        }
    }
}
