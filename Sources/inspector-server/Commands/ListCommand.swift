// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import InspectorServer
import ProgramClient
import ProxyCore

/// `inspector-server list`
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the inspected programs of this user on this machine.",
        discussion: """
            Every running server has a file, readable only by this user, in $XDG_RUNTIME_DIR or in the temporary folder. \
            Files of killed programs are removed.
            """
    )

    func run() async throws {
        var rows: [[String]] = []
        for found in DiscoveredInspector.all() {
            let state = await Self.state(of: found)
            rows.append(["\(found.processID)", found.program, state, found.url])
        }
        guard !rows.isEmpty else { return Console.note("No inspected program is running.") }
        Console.print(TextTable.text([["PID", "PROGRAM", "CALLS", "URL"]] + rows))
    }

    /// The number of calls, or that the server doesn't answer.
    private static func state(of found: DiscoveredInspector) async -> String {
        guard let address = ProgramAddress(found.url),
            let answer = try? await address.request("/api/v1/status", timeout: .seconds(2)).answer(),
            let calls = Self.calls(in: answer.text, epoch: found.epoch)
        else { return "no answer" }
        return "\(calls)"
    }

    /// The number of calls in a status; nil when it is that of another run.
    private static func calls(in status: String, epoch: String) -> UInt64? {
        JSONReader.read(status) { $0["epoch"]?.string == epoch ? $0["counters"]?["calls"]?.integer() : nil }
    }
}
