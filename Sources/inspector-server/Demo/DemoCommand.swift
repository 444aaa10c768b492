// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import InspectorServer
import ProxyCore

/// `inspector-server demo`
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Makes real delegate calls to look at.",
        discussion: """
            An XMLParser repeatedly reads this machine's MIME database, or a built-in document; a URLSession requests \
            the inspector's own status; a simulated person scrolls, searches and taps through a small atlas. Stop with \
            Ctrl-C.
            """
    )

    @Option(name: .long, help: "Approximate calls per second; most machines reach a few hundred thousand.")
    var rate = 25.0

    @OptionGroup var recording: RecorderOptions
    @OptionGroup var storage: StoreOptions
    @OptionGroup var spans: OTLPOptions
    @OptionGroup var options: ServeOptions

    func validate() throws {
        // Of others, counts and pauses could not be converted.
        guard (1e-6...1e9).contains(rate) else {
            throw ValidationError("--rate \(rate): must be from 0.000001 to 1000000000 calls per second.")
        }
        try storage.checkLimit()
    }

    func run() async throws {
        DemoTransfers.askDirectly()
        let recorder = try recording.recorder()
        try storage.start(recorder)
        let exporter = try spans.start(recorder)
        let termination = TerminationSignal()
        let server = try options.start(recorder, allowsRules: true)
        Console.note("Making about \(rate.formatted()) calls per second. Open the URL above; stop with Ctrl-C.")
        // A session makes a few hundred calls per second and a person a few thousand; the parser makes the rest.
        let transferRate = min(rate * 0.2, 400)
        let personRate = min(rate * 0.3, 5_000)
        let parsing = DemoParsing(rate: rate - transferRate - personRate)
        let transfers = DemoTransfers(server: server.url, rate: transferRate)
        let person = DemoPerson(rate: personRate, using: try await DemoAtlas.open())
        parsing.start()
        transfers?.start()
        person.start()
        await termination.wait()
        parsing.stop()
        transfers?.stop()
        person.stop()
        server.stop()
        let isSent = exporter?.finish() ?? true
        guard storage.stop(recorder), isSent else { throw ExitCode.failure }
    }
}
