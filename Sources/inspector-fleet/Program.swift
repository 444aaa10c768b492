// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import InspectorServer

/// The entry point.
@main
struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspector-fleet",
        abstract: "Brings the delegate calls of many programs on many machines together, on NATS JetStream.",
        discussion: """
            One relay per machine sends the calls of its inspected programs to a NATS server or a cluster of them; serve \
            writes them into a recording and shows it in a browser. To try it on one machine:

              inspector-fleet up

            Exit codes: 0 success, 1 error at run time, 64 invalid command line.
            """,
        version: InspectorServerVersion.text,
        subcommands: [RelayCommand.self, ServeCommand.self, UpCommand.self]
    )
}
