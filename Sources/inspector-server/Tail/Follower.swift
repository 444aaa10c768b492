// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import ProxyCore

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
        return .broken("the connection was closed")
    }

    /// Shows an event; true if it was the last one wanted.
    private mutating func show(_ event: EventParser.Event) -> Bool {
        switch event.name {
        case "invocation", "running":
            guard let call = JSONReader.read(event.data, { try? records.invocation($0) }) else { return false }
            Console.printStyled(printer.line(call))
            if event.name == "invocation", let rest = left { left = rest - 1 }
            return left == 0 || Console.hasFailed
        case "gap", "reset", "lifecycle", "bye":
            let words = JSONReader.read(event.data) { Self.words(of: $0, event.name) }
            Console.printStyled(printer.remark(words ?? event.name, .note))
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
        case "gap":
            let events = notice["missedEvents"]?.integer(UInt64.self).map { " and \($0) events of proxies" } ?? ""
            return "\(notice["missed"]?.integer(UInt64.self) ?? 0) calls\(events) are missing (\(reason))"
        case "lifecycle":
            let target = notice["target"]?.string.map { "target \($0)" }
            let parts = [notice["owner"]?.string, notice["what"]?.string, target, notice["detail"]?.string]
            let text = parts.compactMap { $0 }.joined(separator: ", ")
            return notice["id"]?.string.map { "\($0)  \(text)" } ?? text
        case "bye": return "the program says goodbye: \(reason)"
        default: return "reset: \(reason)"
        }
    }
}
