// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// `inspector-server fetch URL...`
struct FetchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Fetches URLs and records every call that the session makes to its delegate.",
        discussion: """
            An http URL is fetched by a data task of Foundation's URLSession, or by a download task with --download; a \
            ws URL is opened to receive messages. A recording proxy sits between the session and a real delegate. The \
            command ends with a summary per selector.
            """
    )

    @Argument(help: "URLs with http, https, ws or wss.")
    var urls: [String]

    @Flag(
        help: """
            Use download tasks, which write to a file while they receive. They tell an error status only at the end of \
            its body.
            """
    )
    var download = false

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "The file for the body of a single URL. Without it, bodies are counted and discarded.",
            valueName: "file"
        )
    )
    var output: String?

    @Option(help: ArgumentHelp("Text to send over a web socket after opening it.", valueName: "text"))
    var send: String?

    @Option(help: ArgumentHelp("Messages to receive from a web socket before closing it.", valueName: "count"))
    var messages = 1

    @Option(help: ArgumentHelp("Seconds to wait for a response.", valueName: "seconds"))
    var timeout = 30

    @Option(
        help: ArgumentHelp(
            "Seconds for a whole response, whose rest is given up then; not for web sockets; default: no limit.",
            valueName: "seconds"
        )
    )
    var maxTime: Int?

    @Flag(name: .long, help: "Keep the server running afterwards; stop with Ctrl-C.")
    var serve = false

    @OptionGroup var recording: RecorderOptions
    @OptionGroup var storage: StoreOptions
    @OptionGroup var spans: OTLPOptions
    @OptionGroup var options: ServeOptions

    func validate() throws {
        if output != nil, urls.count > 1 {
            throw ValidationError("--output takes the body of a single URL, not of \(urls.count).")
        }
        for (option, seconds) in [("timeout", timeout), ("max-time", maxTime ?? 1)]
        where !(1...31_536_000).contains(seconds) {
            throw ValidationError("--\(option) \(seconds): must be from 1 to 31536000 seconds, a year.")
        }
        if messages < 0 { throw ValidationError("--messages must not be negative.") }
        try storage.checkLimit()
    }

    func run() async throws {
        if let output { _ = try OutputFile.status(of: output) }
        let session = try CommandRecording(
            recording.recorder(),
            in: storage,
            sentTo: spans,
            servedWith: serve ? options : nil
        )
        let downloads = download ? DownloadFolder() : nil
        let fetcher = Fetcher(timeoutSeconds: timeout, limitSeconds: maxTime)
        var hasFailed = false
        for url in urls {
            do {
                Console.note("\(url): \(try await fetch(url, with: fetcher))")
            } catch {
                hasFailed = true
                Console.note("inspector-server: \(url): \(error)")
            }
        }
        await fetcher.finish()
        downloads?.remove()
        let isKept = await session.finish()
        if hasFailed || !isKept { throw ExitCode.failure }
    }

    private func fetch(_ text: String, with fetcher: Fetcher) async throws(FetchFailure) -> String {
        let url = try FetchURL(text)
        if url.isWebSocket { return try await fetcher.converse(with: url, sending: send, receiving: messages) }
        return try await fetcher.fetch(url, isDownload: download, output: output)
    }
}
