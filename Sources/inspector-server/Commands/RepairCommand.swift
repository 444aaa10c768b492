// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FileStore

/// `inspector-server repair DAMAGED NEW`
struct RepairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Copies what is left of a damaged recording into a new one.",
        discussion: """
            Calls are kept around pages that can't be read. Names that are lost become “(lost)”. The damaged recording is \
            only read.
            """
    )

    @Argument(help: "The damaged recording.", completion: .file())
    var damaged: String

    @Argument(help: "The new recording; it must not exist.", completion: .file())
    var file: String

    func run() throws {
        let summary = try RecordingRepair(path: damaged).write(to: file)
        var parts = ["\(summary.kept) calls"]
        switch summary.missing {
        case 0: break
        case let missing?: parts.append("\(missing) missing")
        case nil: parts.append("an unknown number missing")
        }
        if summary.leftOut > 0 { parts.append("\(summary.leftOut) left out, whose values no recorder writes") }
        let lost = summary.lostNames.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        if !lost.isEmpty { parts.append("names lost (\(lost.joined(separator: ", ")))") }
        let tables = summary.incompleteTables
        if !tables.isEmpty { parts.append("rows lost of \(tables.joined(separator: " and "))") }
        Console.note("\(file): \(parts.joined(separator: ", ")).")
    }
}
