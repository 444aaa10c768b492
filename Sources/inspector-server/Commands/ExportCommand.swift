// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FileStore
import Foundation
import InspectorServer
import ProxyCore

/// `inspector-server export FILE`
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Exports a recording to another format.",
        discussion: """
            ndjson: one invocation or event of a proxy per line, as in the API; lossless, and readable by import.
            csv: a table for spreadsheets. trace: for Perfetto and chrome://tracing.
            html: the inspector page with the recording, as one file that opens from disk.
            speedscope: stacks by time and by calls, and a timeline of each thread. pprof: stacks for pprof.
            folded: a line for each stack, for flamegraph.pl; --weight and --direction say how.
            """
    )

    @OptionGroup var recording: RunOptions

    @Option(name: .long, help: "One of ndjson, csv, trace, html, speedscope, pprof, folded.")
    var format = "ndjson"

    @Option(name: .long, help: "Export only matching calls, such as 'state:threw'; see the command filter.")
    var filter = ""

    @Flag(
        name: .customLong("no-lifecycle"),
        help: "Omit events of proxies; without this flag, --filter applies to them too."
    )
    var hidesLifecycle = false

    @Option(
        name: .long,
        help: "Numbers of folded stacks: time (self time in nanoseconds, the default) or calls.",
        transform: { try Self.word($0) }
    )
    var weight: StackWeight?

    @Option(
        name: .long,
        help: "Order of folded stacks: topDown (callers first, the default) or bottomUp.",
        transform: { try Self.word($0) }
    )
    var direction: StackDirection?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    private var exportFormat: ExportFormat { ExportFormat(rawValue: format) ?? .ndjson }

    private static func word<Word: RawRepresentable<String> & CaseIterable>(_ text: String) throws -> Word {
        if let word = Word(rawValue: text) { return word }
        throw ValidationError("use one of \(Word.allCases.map(\.rawValue).joined(separator: ", ")).")
    }

    func validate() throws {
        guard ExportFormat(rawValue: format) != nil else {
            let known = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--format \(format): unknown format; use one of \(known).")
        }
        for (option, isGiven) in [("weight", weight != nil), ("direction", direction != nil)] where isGiven {
            guard !exportFormat.takesStackOptions else { continue }
            throw ValidationError("--\(option) applies to --format folded only, not to \(format).")
        }
        do {
            _ = try InvocationFilter(filter)
        } catch {
            throw ValidationError("--filter: \(error.message) (at character \(error.position + 1))")
        }
    }

    func run() throws {
        let recorder = try recording.open()
        let sink = try OutputFile(path: output)
        let start = ContinuousClock.now
        let newest = max(1, recorder.status.lastSeq)
        let export = InvocationExport(
            recorder,
            as: exportFormat,
            matching: try InvocationFilter(filter),
            proxyEvents: hidesLifecycle ? .none : .matching,
            stacks: StackOptions(weight: weight ?? .time, direction: direction ?? .topDown)
        )
        let written = try export.write { _, seq in
            Console.progress("\(recording.file): \(min(100, seq * 100 / newest)) %")
        } to: {
            try sink.write($0)
        }
        try sink.finish()
        Console.progress("")
        guard let output else { return }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let size = String(format: "%.1f MB in %.1f s", Double(sink.writtenBytes) / 1e6, seconds)
        Console.note("\(output): \(written) invocations, \(size).")
    }
}
