// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FileStore
import Foundation
import InspectorServer
import ProxyCore

/// Which run of a recording file.
struct RunOptions: ParsableArguments {
    @Argument(help: "The recording, made with --store.", completion: .file())
    var file: String

    @Option(name: .long, help: ArgumentHelp("The run with this epoch, instead of the last one.", valueName: "epoch"))
    var run: String?

    func open() throws -> Recorder { try Recorder(replaying: URL(fileURLWithPath: file), epoch: run) }
}

/// `inspector-server open FILE`
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Serves a recording, with the whole page.",
        discussion: "The file is only read; another program may still be writing it. Stop with Ctrl-C."
    )

    @OptionGroup var recording: RunOptions
    @OptionGroup var options: ServeOptions

    func run() async throws {
        let runs = try RecordedRun.runs(path: recording.file)
        let recorder = try recording.open()
        let termination = TerminationSignal()
        let server = try options.start(recorder)
        Console.note("\(recording.file): run \(recorder.epoch), \(recorder.status.stored) invocations.")
        for other in runs where other.epoch != recorder.epoch {
            Console.note("The file also has run \(other.epoch), \(other.count) invocations: --run \(other.epoch)")
        }
        await termination.wait()
        server.stop()
    }
}
