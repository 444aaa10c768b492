// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProgramClient
import ProxyCore

/// Follows a stream across connections.
struct Follower {
    enum End {
        case done
        /// The server refuses this client.
        case refused(String)
        /// The server answers that it can't serve this client now.
        case unavailable(String)
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
    /// Whether a call could not be read.
    private var hasSkipped = false

    /// Asks about held calls; nil if nobody is asked.
    private let prompt: HeldPrompt?

    init(printer: TailPrinter, left: Int?, prompt: HeldPrompt? = nil) {
        self.printer = printer
        self.left = left
        self.prompt = prompt
    }

    var lastID: String? { parser.lastID }

    /// - Parameter isResumed: Whether the request asks for earlier calls.
    mutating func follow(_ request: ProgramRequest, isResumed: Bool) async -> End {
        var status = 0
        var problem: [UInt8] = []
        hasProgressed = false
        parser.connectionEnded()
        prompt?.releasedAll()
        for await happening in StreamConnection.open(request) {
            switch happening {
            case .opened(let head):
                status = head.status
                if status == 200, !head.isEventStream { return .refused(request.address.wordsWithoutStream) }
            case .bytes(let data) where status == 200:
                (wasConnected, hasProgressed) = (true, true)
                for event in parser.feed(data) {
                    if isResumed, let missed = Self.missedOfRecording(event) { return .refused(Self.refusal(missed)) }
                    if show(event) { return .done }
                }
                if parser.isOverlong { return .refused(request.address.wordsWithoutStream) }
            case .bytes(let data):
                problem += data
                if problem.count > Self.problemLimit { return end(request, problem, status) }
            case .ended(let error):
                guard status == 0 || status == 200 else { return end(request, problem, status) }
                return .broken(error?.description ?? "the program ended the stream")
            }
        }
        return .broken("the connection was closed")
    }

    /// Bytes of an answer with an error status that are read at most.
    private static let problemLimit = 1 << 20

    private func end(_ request: ProgramRequest, _ problem: [UInt8], _ status: Int) -> End {
        let words = request.address.words(of: String(decoding: problem, as: UTF8.self), status: status)
        return status >= 500 ? .unavailable(words) : .refused(words)
    }

    /// The number of calls that the stream lacks because they are those of an opened recording, which no others follow;
    /// nil for any other event.
    private static func missedOfRecording(_ event: EventParser.Event) -> UInt64? {
        guard event.name == "gap" else { return nil }
        return JSONReader.read(event.data) { gap in
            gap["reason"]?.string == "recording" ? gap["missed"]?.integer(UInt64.self) ?? 0 : nil
        }
    }

    private static func refusal(_ missed: UInt64) -> String {
        """
        \(missed) calls of an opened recording are not in its stream. inspector-server export FILE writes them, and \
        GET /api/v1/invocations lists them.
        """
    }

    /// Shows an event; true if it was the last one wanted.
    private mutating func show(_ event: EventParser.Event) -> Bool {
        switch event.name {
        case "invocation", "running":
            guard let call = JSONReader.read(event.data, { try? records.invocation($0) }) else {
                noteSkipped()
                return false
            }
            print(printer.line(call))
            if event.name == "invocation", let rest = left { left = rest - 1 }
            return left == 0 || Console.hasFailed
        case "gap", "reset", "lifecycle", "bye":
            let words = JSONReader.read(event.data) { Self.words(of: $0, event.name) }
            print(printer.remark(words ?? event.name, .note))
        case "held", "released":
            JSONReader.read(event.data) { showHeld($0, isHeld: event.name == "held") }
        default: break
        }
        return false
    }

    private func print(_ line: String) {
        guard let prompt else { return Console.printStyled(line) }
        prompt.around { Console.printStyled(line) }
    }

    /// Says once that calls are left out.
    private mutating func noteSkipped() {
        guard !hasSkipped else { return }
        hasSkipped = true
        let text = "calls that can't be read are left out; is the program newer than tail?"
        let line = printer.remark(text, .warning)
        guard let prompt else { return Console.noteStyled(line) }
        prompt.around { Console.noteStyled(line) }
    }

    private func showHeld(_ held: JSONNode, isHeld: Bool) {
        guard let number = held["id"]?.integer(UInt64.self) else { return }
        if isHeld {
            let rule = RuleTables.number(held["rule"]) ?? ""
            let can = held["can"]?.elements?.compactMap(\.string).joined(separator: ", ") ?? ""
            let left = (held["remainingMilliseconds"]?.integer(Int64.self) ?? 0) / 1_000
            prompt?.held(number)
            let call = RuleTables.call(of: held, records)
            print(printer.remark("held \(number) by rule \(rule), \(left) s: \(call) (\(can))", .warning))
        } else {
            prompt?.released(number)
            let words = [held["action"], held["by"]].compactMap { $0?.string }.joined(separator: ", by ")
            print(printer.remark("released \(number): \(words)", .note))
        }
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
