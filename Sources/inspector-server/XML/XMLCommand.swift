// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// `inspector-server xml FILE...`
struct XMLCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "xml",
        abstract: "Parses XML files and records every call that the parser makes to its delegate.",
        discussion: """
            Each file is parsed by Foundation's XMLParser with a recording proxy as its delegate, in front of a real \
            delegate that builds an outline. The command ends with a summary per selector.
            """
    )

    @Argument(help: "The files; - for standard input.", completion: .file())
    var files: [String]

    @Flag(name: .long, help: "Keep the server running afterwards; stop with Ctrl-C.")
    var serve = false

    @OptionGroup var recording: RecorderOptions
    @OptionGroup var storage: StoreOptions
    @OptionGroup var spans: OTLPOptions
    @OptionGroup var options: ServeOptions

    func validate() throws { try storage.checkLimit() }

    func run() async throws {
        let session = try CommandRecording(
            recording.recorder(),
            in: storage,
            sentTo: spans,
            servedWith: serve ? options : nil
        )
        var hasFailed = false
        for file in files {
            do {
                let document = XMLRecording(path: file)
                let outline = try document.run()
                Console.note("\(document.name): \(outline.summary)")
            } catch {
                hasFailed = true
                Console.progress("")
                Console.note("inspector-server: \(error)")
            }
        }
        let isKept = await session.finish()
        if hasFailed || !isKept { throw ExitCode.failure }
    }
}
