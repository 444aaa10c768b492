// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import InspectorServer

/// The command line.
@main
struct InspectorServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspector-server",
        abstract: "Records the delegate calls of a program and shows them in a browser.",
        discussion: """
            The inspector page is at the URL that is printed first. Everything it shows can be had by curl:

              curl -s  http://127.0.0.1:8080/api/v1/selectors
              curl -s 'http://127.0.0.1:8080/api/v1/invocations?limit=5'
              curl -sN http://127.0.0.1:8080/api/v1/stream

            Exit codes: 0, 1 when something went wrong at run time, 64 when the command line was wrong.
            """,
        version: InspectorServerVersion.text,
        subcommands: [
            CompareCommand.self, DemoCommand.self, ExportCommand.self, FetchCommand.self,
            FilterCommand.self, ImportCommand.self, ListCommand.self, OpenCommand.self,
            TailCommand.self, XMLCommand.self,
        ]
    )

    static func main() async {
        Console.occupyClosedDescriptors()
        await main(nil)
        if Console.hasFailed { exit(withError: ExitCode.failure) }
    }
}
