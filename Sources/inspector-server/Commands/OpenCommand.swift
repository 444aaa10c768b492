// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FileStore
import Foundation
import InspectorServer
import ProxyCore

/// A run of a recording file.
struct RunOptions: ParsableArguments {
    @Argument(help: "A recording created with --store.", completion: .file())
    var file: String

    @Option(name: .long, help: ArgumentHelp("The run with this epoch instead of the last one.", valueName: "epoch"))
    var run: String?

    func open(comparedWith others: [String] = []) throws -> Recorder {
        // One of the processes of a fleet's recording is selected like a run.
        if run == nil, others.isEmpty, FleetHistory.exists(at: file) {
            return Recorder(replaying: try FleetHistory(path: file))
        }
        return Recorder(replaying: try FileHistory(path: file, epoch: run, comparedWith: others))
    }
}

/// `inspector-server open FILE [OTHER...]`
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Serves a recording with the complete page.",
        discussion: """
            The files are only read, and may still be written by other programs. With several files, the page shows the \
            calls of the first and compares its run with those of the others. Stop with Ctrl-C.
            """
    )

    @OptionGroup var recording: RunOptions

    @Argument(help: "Other recordings for comparison.", completion: .file())
    var others: [String] = []

    @OptionGroup var options: ServeOptions

    func run() async throws {
        let recorder = try recording.open(comparedWith: others)
        let termination = TerminationSignal()
        let server = try options.start(recorder)
        let count = recorder.status.stored
        if let programs = recorder.programs {
            Console.note("\(recording.file): \(programs.count) processes, \(count) invocations.")
        } else {
            Console.note("\(recording.file): run \(recorder.epoch), \(count) invocations.")
        }
        for run in recorder.runs where run.name != recorder.epoch {
            Console.note(
                run.isBeside || run.release != nil
                    ? "For comparison: \(run.name), \(run.count) invocations"
                    : "Another run in the file: \(run.epoch), \(run.count) invocations; open it with --run \(run.epoch)"
            )
        }
        await termination.wait()
        server.stop()
    }
}
