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
        abstract: "Keeps making real delegate calls, to look at.",
        discussion: """
            An XMLParser reads this machine's MIME database over and over, or a document that comes with the program, \
            URLSession asks the inspector itself how it is, and a tireless person scrolls, searches and taps through a \
            small atlas. Stop with Ctrl-C.
            """
    )

    @Option(name: .long, help: "Calls per second, about; the machine may not manage more than some hundred thousand.")
    var rate = 25.0

    @OptionGroup var recording: RecorderOptions
    @OptionGroup var storage: StoreOptions
    @OptionGroup var options: ServeOptions

    func validate() throws {
        guard rate > 0, rate.isFinite else { throw ValidationError("--rate has to be greater than 0.") }
    }

    func run() async throws {
        let recorder = try recording.recorder()
        try storage.start(recorder)
        let termination = TerminationSignal()
        let server = try options.start(recorder)
        Console.note("Making about \(rate.formatted()) calls per second. Open the URL above; stop with Ctrl-C.")
        // A session manages some hundred calls per second and a person some thousand; the parser does the rest.
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
        storage.stop(recorder)
    }
}
