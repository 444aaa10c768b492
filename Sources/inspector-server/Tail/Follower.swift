// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// Follows a stream across connections.
struct Follower {
    enum End {
        case done
        /// The server refuses this client.
        case refused(String)
        case broken(String)
    }

    let printer: TailPrinter
    /// Number of calls left to show; nil for no limit.
    var left: Int?
    private(set) var wasConnected = false
    /// Whether the last connection received anything.
    private(set) var hasProgressed = false
    private var parser = EventParser()
    private let decoder = JSONDecoder()

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
        return .broken("the connection was closed")
    }

    /// Shows an event; true if it was the last one wanted.
    private mutating func show(_ event: EventParser.Event) -> Bool {
        let data = Data(event.data.utf8)
        switch event.name {
        case "invocation", "running":
            guard let call = try? decoder.decode(TailedCall.self, from: data) else { return false }
            Console.print(printer.line(call, isRunning: event.name == "running"))
            if event.name == "invocation", let rest = left { left = rest - 1 }
            return left == 0 || Console.hasFailed
        case "gap", "reset", "lifecycle", "bye":
            let notice = try? decoder.decode(Notice.self, from: data)
            Console.print(printer.remark(notice?.words(event.name) ?? event.name, .note))
        default: break
        }
        return false
    }

    private func words(of problem: Data, _ status: Int) -> String {
        guard let known = try? decoder.decode(Problem.self, from: problem) else { return "HTTP \(status)" }
        return known.detail + (known.position.map { " (at \($0))" } ?? "")
    }

    private static func words(_ error: any Error) -> String {
        (error as? URLError)?.code == .cannotConnectToHost ? "connection refused" : error.localizedDescription
    }

    private struct Problem: Decodable {
        let detail: String
        let position: Int?
    }

    private struct Notice: Decodable {
        let missed: UInt64?
        let reason: String?
        let what: String?
        let owner: String?
        let target: String?
        let detail: String?

        func words(_ name: String) -> String {
            switch name {
            case "gap": "\(missed ?? 0) calls are missing (\(reason ?? ""))"
            case "lifecycle":
                [owner, what, target.map { "target \($0)" }, detail].compactMap { $0 }.joined(separator: ", ")
            case "bye": "the program says goodbye: \(reason ?? "")"
            default: "reset: \(reason ?? "")"
            }
        }
    }
}
