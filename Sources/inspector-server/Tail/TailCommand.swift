// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import FoundationNetworking
import InspectorServer

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
