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
            An http URL goes through a data task of Foundation's URLSession, or with --download through a download \
            task; a ws URL is connected to, and messages are received from it. A recording proxy stands between the \
            session and a real delegate. A summary per selector is printed at the end.
            """
    )

    @Argument(help: "The URLs: http, https, ws or wss.")
    var urls: [String]

    @Flag(help: "Use download tasks, which write to a file as the bytes come.")
    var download = false

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Where the body goes; there can be one URL only then. A download without it is counted and thrown away.",
            valueName: "file"
        )
    )
    var output: String?

    @Option(help: ArgumentHelp("A text to send over a web socket once it is open.", valueName: "text"))
    var send: String?

    @Option(help: ArgumentHelp("Messages to receive from a web socket before it is closed.", valueName: "count"))
    var messages = 1

    @Option(help: ArgumentHelp("Seconds without an answer after which a URL is given up.", valueName: "seconds"))
    var timeout = 30

    @Flag(name: .long, help: "Keep the server up after the URLs are fetched; stop with Ctrl-C.")
    var serve = false

    @OptionGroup var recording: RecorderOptions
    @OptionGroup var storage: StoreOptions
    @OptionGroup var options: ServeOptions

    func validate() throws {
        if output != nil, urls.count > 1 {
            throw ValidationError("--output takes the body of one URL, not of several.")
        }
        if timeout < 1 { throw ValidationError("--timeout has to be 1 second or more.") }
        if messages < 0 { throw ValidationError("--messages cannot be negative.") }
    }

    func run() async throws {
        let session = try CommandRecording(recording.recorder(), in: storage, servedWith: serve ? options : nil)
        let downloads = download ? DownloadFolder() : nil
        let fetcher = Fetcher(timeoutSeconds: timeout)
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
