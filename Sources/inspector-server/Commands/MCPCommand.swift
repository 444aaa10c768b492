// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import InspectorServer

/// `inspector-server mcp [PLACE...]`
struct MCPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Lets coding agents ask inspected programs, by the Model Context Protocol.",
        discussion: """
            Speaks the protocol on standard input and output; an agent starts it and ends it. Without arguments, the \
            agent sees your inspected programs that run at the moment. Arguments are addresses of programs, with their \
            token if they print one, and recordings created with --store.

              inspector-server mcp
              inspector-server mcp http://127.0.0.1:8080 yesterday.sqlite

            A running program also speaks it itself, at /mcp of its address. All tools only read.
            """
    )

    @Argument(help: "Addresses of programs, and recordings.", completion: .file())
    var places: [String] = []

    func run() throws {
        let programs = places.isEmpty ? RunningPrograms() : try NamedPrograms(places) as any MCPPrograms
        let server = MCPLineServer(programs) { bytes in
            do {
                try DescriptorFile.write(bytes, to: STDOUT_FILENO)
            } catch {
                // Nobody reads the answers, so nobody will ask again.
                Console.note("inspector-server: standard output cannot be written: \(error).")
                Foundation.exit(EXIT_FAILURE)
            }
        }
        try MessageLines(limitBytes: MCPLineServer.lineLimitBytes).forEach { line in
            switch line {
            case .whole(let bytes): server.receive(bytes)
            case .tooLong(let count): server.refuse(lineOfBytes: count)
            }
        }
        server.finish(withinSeconds: 5)
    }
}
