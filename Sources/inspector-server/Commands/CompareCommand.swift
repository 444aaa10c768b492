// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ProxyCore

/// `inspector-server compare A B`
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compares two recordings, by selector or call by call.",
        discussion: """
            A recording is a file, for its last run, or FILE#EPOCH. In a recording of several processes, \
            FILE#SERVICE@VERSION is all processes of a version together. Lists selectors that appeared or vanished, or \
            whose count, errors, order or latency changed.

            With --by-call, aligns the calls of each thread and proxy, and lists those that differ in their arguments or \
            answers, with the calls around them. Addresses, dates, durations and UUIDs are not compared, nor the order \
            of calls by several threads, nor calls by which one run only continues longer.

            The exit code is 1 if there are differences, and 2 if the recordings can't be compared, or the comparison \
            can't be written.
            """
    )

    @Argument(help: "The first recording.", completion: .file())
    var before: String

    @Argument(help: "The second recording.", completion: .file())
    var after: String

    @Flag(name: .long, help: "Write JSON instead of text.")
    var json = false

    @Flag(name: .long, help: "Compare call by call.")
    var byCall = false

    @OptionGroup(title: "Options of --by-call")
    var calls: CallComparisonOptions

    func validate() throws {
        if !byCall, let option = calls.given { throw ValidationError("\(option) needs --by-call.") }
        _ = try calls.options()
    }

    func run() throws {
        let isSame: Bool
        do {
            isSame = try byCall ? compareCalls() : compareSelectors()
        } catch {
            Console.note("Error: \(error)")
            throw ExitCode(2)
        }
        // Without it, the exit code would tell of differences.
        if Console.hasFailed { throw ExitCode(2) }
        if !isSame { throw ExitCode.failure }
    }

    private func compareSelectors() throws -> Bool {
        let comparison = RunComparison(try ComparedRun(before).selectors(), try ComparedRun(after).selectors())
        if json {
            Console.printData(ComparisonText.json(comparison))
        } else {
            Console.print(ComparisonText.table(comparison))
        }
        return comparison.isSame
    }

    private func compareCalls() throws -> Bool {
        let runs = (try ComparedRun(before).recorder(), try ComparedRun(after).recorder())
        let comparison = try CallComparison(runs.0, runs.1, try calls.options())
        let report = CallComparisonReport(comparison, runs.0, runs.1, limit: calls.limit)
        if json {
            let bytes = JSONWriter.bytes { json in
                json.object { report.writeMembers(before: before, after: after, to: &$0) }
            }
            Console.printData(String(decoding: bytes, as: UTF8.self))
        } else {
            Console.print(CallComparisonText.text(report))
        }
        return comparison.isSame
    }
}
