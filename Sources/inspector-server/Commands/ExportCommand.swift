// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FileStore
import Foundation
import InspectorServer
import OTLPExport
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
            otlp: spans of OpenTelemetry in lines of JSON; --otlp sends them to a receiver in place of that.
            """
    )

    @OptionGroup var recording: RunOptions

    @Option(name: .long, help: "One of ndjson, csv, trace, html, speedscope, pprof, folded, otlp. (default: ndjson)")
    var format: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: "Export only matching calls, such as 'state:threw'; see the command filter."
    )
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

    @Flag(name: .long, help: "With --format otlp: arguments and results become attributes of spans.")
    var values = false

    @OptionGroup var spans: OTLPOptions

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    private var exportFormat: ExportFormat { format.flatMap(ExportFormat.init) ?? .ndjson }

    private static func word<Word: RawRepresentable<String> & CaseIterable>(_ text: String) throws -> Word {
        if let word = Word(rawValue: text) { return word }
        throw ValidationError("use one of \(Word.allCases.map(\.rawValue).joined(separator: ", ")).")
    }

    func validate() throws {
        if let format, ExportFormat(rawValue: format) == nil {
            let known = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--format \(format): unknown format; use one of \(known).")
        }
        if spans.otlp != nil {
            guard format == nil, output == nil else {
                throw ValidationError("--otlp sends the calls; it can't be combined with --format or --output.")
            }
            guard spans.otlpFilter == nil else { throw ValidationError("Use --filter in place of --otlp-filter.") }
        }
        guard !values || exportFormat == .otlp else {
            throw ValidationError("--values applies to --format otlp only; with --otlp, use --otlp-values.")
        }
        for (option, isGiven) in [("weight", weight != nil), ("direction", direction != nil)] where isGiven {
            guard !exportFormat.takesStackOptions else { continue }
            throw ValidationError("--\(option) applies to --format folded only, not to \(exportFormat.rawValue).")
        }
        do {
            _ = try InvocationFilter(filter)
        } catch {
            throw ValidationError("--filter: \(error)")
        }
    }

    func run() throws {
        let recorder = try recording.open()
        if let receiver = try spans.configuration() { return try send(recorder, to: receiver) }
        let sink = try OutputFile(path: output)
        let start = ContinuousClock.now
        let whole = ExportedShare(of: recorder)
        let export = InvocationExport(
            recorder,
            as: exportFormat,
            matching: try InvocationFilter(filter),
            proxyEvents: hidesLifecycle ? .none : .matching,
            stacks: StackOptions(weight: weight ?? .time, direction: direction ?? .topDown),
            spansHaveValues: values
        )
        let outcome = try export.write { written, seq in
            Console.progress("\(recording.file): \(whole.percent(calls: written, through: seq)) %")
        } to: {
            try sink.write($0)
        }
        try sink.finish()
        Console.progress("")
        if outcome.isPartial { Console.note("\(recording.file): \(FilterVerdict.partialNote)") }
        guard let output else { return }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let size = String(format: "%.1f MB in %.1f s", Double(sink.writtenBytes) / 1e6, seconds)
        Console.note("\(output): \(outcome.written) invocations, \(size).")
    }

    /// How long a receiver may be away, or too busy for a request.
    private static let patience = Duration.seconds(600)

    private func send(_ recorder: Recorder, to receiver: OTLPConfiguration) throws {
        var receiver = receiver
        receiver.filter = try InvocationFilter(filter)
        receiver.patience = Self.patience
        let whole = ExportedShare(of: recorder)
        var said: String?
        let status = try receiver.send(recorder) { calls, seq, failure in
            let waits = failure.map { "; waits for \(receiver.url.host ?? "the receiver"): \($0)" } ?? ""
            Console.progress("\(recording.file): \(whole.percent(calls: calls, through: seq)) %\(waits)")
            // Nobody sees progress elsewhere, but a wait can take minutes.
            guard let failure, failure != said, !Console.isInteractive else { return }
            said = failure
            Console.note("\(recording.file)\(waits)")
        }
        Console.progress("")
        Console.note("\(status.endpoint): \(status.sent) calls sent, \(status.retries) requests repeated.")
        guard status.dropped > 0 else { return }
        let reason = status.failure.map { ": \($0)" } ?? "."
        throw CommandFailure("\(status.dropped) calls were not accepted by \(status.endpoint)\(reason)")
    }
}
