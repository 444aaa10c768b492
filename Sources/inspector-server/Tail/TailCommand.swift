// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ProgramClient
import ProxyCore

/// `inspector-server tail [URL]`
struct TailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tail",
        abstract: "Follows the calls of an inspected program in the terminal.",
        discussion: """
            One line per call: time, thread, duration, return path, call, result. After a lost connection, it \
            reconnects and resumes; missing calls are reported. Colours are omitted if standard output is not a \
            terminal or NO_COLOR is set.
            """
    )

    @Argument(help: "URL printed by the program; default: your only inspected program.")
    var url: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: "Show only matching calls, such as 'duration:>1ms'; see the command filter."
    )
    var filter: String?

    @Flag(
        name: .customLong("no-lifecycle"),
        help: "Omit events of proxies; without this flag, --filter applies to them too."
    )
    var hidesLifecycle = false

    @Option(name: .long, help: "Start: latest, earliest, or the id of an event.")
    var from = "latest"

    @Option(name: .long, help: "Stop after this number of calls.")
    var count: Int?

    @Flag(
        name: .long,
        help: """
            Decide about calls that rules hold: they are shown, and on a terminal, you are asked what to do. Until tail \
            ends, rules that need a client hold calls.
            """
    )
    var hold = false

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be at least 1.") }
    }

    func run() async throws {
        let address = try ProgramAddress.find(url)
        let prompt = hold ? HeldPrompt.start(RuleClient(address)) : nil
        var follower = Follower(printer: .standard, left: count, prompt: prompt)
        var failures = 0
        while true {
            let isResumed = follower.lastID != nil || from != "latest"
            let request = request(to: address, after: follower.lastID)
            switch await follower.follow(request, isResumed: isResumed) {
            case .done: return
            case .refused(let text): throw CommandFailure(text)
            case .unavailable(let text) where !follower.wasConnected: throw CommandFailure(text)
            case .broken(let error) where !follower.wasConnected:
                throw CommandFailure("\(address.description) does not answer: \(error). Is the program running?")
            case .broken(let error), .unavailable(let error):
                failures = follower.hasProgressed ? 0 : failures + 1
                let seconds = min(1 << min(failures, 4), 15)
                Console.noteStyled(follower.printer.remark("\(error); trying again in \(seconds) s", .warning))
                try await Task.sleep(for: .seconds(seconds))
            }
        }
    }

    private func request(to address: ProgramAddress, after lastID: String?) -> ProgramRequest {
        // The heartbeat interval is 15 s; after a minute without one, the connection is dead.
        let query = [
            ("filter", filter), ("lastEventId", from), ("lifecycle", hidesLifecycle ? "none" : nil),
            ("holds", hold ? "true" : nil),
        ]
        var request = address.request("/api/v1/stream", query: query, timeout: .seconds(60))
        request.fields = [("Accept", "text/event-stream")]
        if let lastID { request.fields.append(("Last-Event-ID", lastID)) }
        return request
    }
}
