// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import InspectorServer
import ProxyCore

/// `inspector-server make-test FILE`
struct MakeTestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make-test",
        abstract: "Writes a test that repeats the recorded calls of a delegate.",
        discussion: """
            The test makes the calls that a delegate got, in their order, and expects the results and errors that were \
            recorded. Objects, the delegate itself and what calls without a result do are not in a recording: \
            --fixtures writes a second file that asks for them. It is never written again, so that you can write the \
            test anew.

              inspector-server make-test calls.sqlite --target FeedReader --module Feed \\
                --output FeedReaderTests.swift --fixtures FeedReaderFixtures.swift

            The test target needs the product CallTesting.
            """
    )

    @OptionGroup var recording: RunOptions

    @Option(name: .long, help: "The type of the delegate; needed if the recording has several.")
    var target: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: "Repeat only matching calls, such as 'selector:feed*'; see the command filter."
    )
    var filter = ""

    @Option(name: .long, help: "The module of the delegate.")
    var module: String?

    @Option(name: .customLong("import"), help: "Another module to import; repeat it for more.")
    var imports: [String] = []

    @Option(name: .long, help: "Name of the suite.")
    var suite: String?

    @Option(name: .long, help: "Repeat at most this number of calls.")
    var limit = 1_000

    @Flag(name: .long, help: "The delegate belongs to the main actor, and so does the test.")
    var mainActor = false

    @Flag(name: .long, help: "Leave calls out that can't be written, instead of an #error for each kind.")
    var skipUnwritable = false

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Write the file of fixtures, unless it exists.", valueName: "file"),
        completion: .file()
    )
    var fixtures: String?

    func validate() throws {
        guard (1...100_000).contains(limit) else { throw ValidationError("--limit must be from 1 to 100000.") }
        for (option, name) in [("--module", module), ("--suite", suite)] + imports.map({ ("--import", $0) }) {
            guard let name, !SwiftName.isDeclarable(name) else { continue }
            throw ValidationError("\(option) \(name): not a name of Swift.")
        }
        do {
            _ = try InvocationFilter(filter)
        } catch {
            throw ValidationError("--filter: \(error)")
        }
        if let output, let fixtures, OutputFile.place(of: output) == OutputFile.place(of: fixtures) {
            throw ValidationError("--output and --fixtures name the same file, \(output). Choose two.")
        }
    }

    func run() throws {
        let recorder = try recording.open()
        let filter = try InvocationFilter(filter)
        let calls: RecordedCalls
        do throws(RecordedCalls.Fault) {
            calls = try RecordedCalls(recorder, of: target, matching: filter, limit: limit)
        } catch {
            throw failure("\(error)", in: recorder)
        }
        if let failure = recorder.historyFailure { throw failure }
        guard !calls.calls.isEmpty else {
            let problem = ["No matching call was answered by \(calls.target)."] + calls.remarks
            throw failure(problem.joined(separator: " "), in: recorder)
        }
        let file = TestFile(calls, options(of: recorder))
        let sink = try OutputFile(path: output)
        try sink.write(Array(file.text.utf8))
        try sink.finish()
        Console.note("Repeated: \(Plural.text(file.callCount, "call")) of \(calls.target).")
        for remark in calls.remarks { Console.note(remark) }
        for line in file.omissions { Console.note("Not repeated: \(line)") }
        try writeFixtures(file)
    }

    /// Runs of a file that are named.
    private static let namedRuns = 8

    /// With the run that was looked in, and the others in the file: the calls may be in one of these.
    private func failure(_ problem: String, in recorder: Recorder) -> CommandFailure {
        // All processes of a fleet's recording were looked in.
        guard recorder.programs == nil else { return CommandFailure("\(recording.file): \(problem)") }
        let others = recorder.runs.filter { !$0.isBeside && $0.release == nil && $0.epoch != recorder.epoch }
        let list = others.suffix(Self.namedRuns).map(\.epoch).joined(separator: ", ")
        let more = others.count > Self.namedRuns ? "…, " : ""
        let hint =
            switch others.count {
            case 0: ""
            case 1: " Another run in the file: \(list); look in it with --run \(list)."
            default: " Other runs in the file: \(more)\(list); look in one of them with --run."
            }
        return CommandFailure("\(recording.file), run \(recorder.epoch): \(problem)\(hint)")
    }

    private func options(of recorder: Recorder) -> TestFile.Options {
        var options = TestFile.Options()
        let name = URL(fileURLWithPath: recording.file).lastPathComponent
        options.source = "run \(recorder.epoch) of \(name)"
        options.module = module
        options.imports = imports
        options.suite = suite
        options.isOnMainActor = mainActor
        options.skipsUnwritable = skipUnwritable
        return options
    }

    private func writeFixtures(_ file: TestFile) throws {
        guard let fixtures else {
            return Console.note("The test needs a file of fixtures: write one with --fixtures FILE.")
        }
        guard !FileManager.default.fileExists(atPath: fixtures) else {
            return Console.note("\(fixtures) exists, and is left as it is.")
        }
        let sink = try OutputFile(path: fixtures)
        try sink.write(Array(file.fixturesText.utf8))
        try sink.finish()
        Console.note("\(fixtures): fill in what the errors in it ask for.")
    }
}
