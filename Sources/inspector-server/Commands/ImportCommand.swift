// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FileStore
import Foundation
import ProxyCore

/// `inspector-server import NDJSON FILE`
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Imports exported lines of JSON into a recording.",
        discussion: """
            Invocations and events of proxies keep their ids. Those already in the recording are not changed. Lines of \
            several processes, as exported from a fleet's recording, make a recording of several processes.
            """
    )

    @Argument(help: "An export in the format ndjson; - for standard input.", completion: .file())
    var input: String

    @Argument(help: "The recording; created if it is missing.", completion: .file())
    var file: String

    func run() throws {
        let lines = try LineReader(path: input)
        var status = stat()
        let isNew = lstat(file, &status) != 0
        let target = try RecordingImport(path: file)
        do {
            try lines.forEach {
                try target.add($0)
            } progress: { bytes in
                let share = lines.size > 0 ? "\(min(100, bytes * 100 / lines.size)) %" : "\(bytes >> 20) MiB"
                Console.progress("\(input): \(share)")
            }
        } catch let error as FileStoreError {
            throw error
        } catch {
            Console.progress("")
            let summary = try target.finish()
            if isNew, summary.isFileEmpty { Self.remove(file) }
            let isMisplaced = (error as? RecordingImport.LineError)?.isMisplaced ?? false
            let kept = kept(of: summary)
            let skipped = kept == nil ? "" : "; the earlier ones are skipped"
            throw CommandFailure(
                "\(input): \(error) \(kept ?? "Nothing was imported.")"
                    + (isMisplaced ? "" : " Correct the line and import again\(skipped).")
            )
        }
        let summary = try target.finish()
        Console.progress("")
        let known = summary.known == 0 ? "" : ", \(summary.known) were there already"
        let events = summary.addedEvents == 0 ? "" : ", \(summary.addedEvents) events of proxies"
        Console.note("\(file): \(summary.added) invocations\(known)\(events).")
    }

    /// Removes a new file in which nothing was written, unless another import has it open: SQLite removes the journal when
    /// the last connection is closed.
    private static func remove(_ file: String) {
        var status = stat()
        if lstat(file + "-wal", &status) != 0 { unlink(file) }
    }

    /// What is in the file of the lines before a wrong one; nil if there are none.
    private func kept(of summary: RecordingImport.Summary) -> String? {
        let (calls, events) = (summary.added + summary.known, summary.addedEvents + summary.knownEvents)
        let (count, noun) = calls > 0 ? (calls, "invocation") : (events, "event")
        guard count > 0 else { return nil }
        return "The \(Plural.text(count, noun)) before it \(count == 1 ? "is" : "are") in \(file)."
    }
}
