// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FileStore
import Foundation
import ProxyCore

/// `inspector-server compare A B`
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compares the selectors of two recordings.",
        discussion: """
            A recording is a file, for its last run, or FILE#EPOCH. Lists selectors that appeared or vanished, or whose \
            count, errors, order or latency changed. The exit code is 1 if there are any, and 2 if the recordings can't \
            be compared.
            """
    )

    @Argument(help: "The first recording.", completion: .file())
    var before: String

    @Argument(help: "The second recording.", completion: .file())
    var after: String

    @Flag(name: .long, help: "Write JSON instead of a table.")
    var json = false

    func run() throws {
        let comparison: RunComparison
        do {
            comparison = RunComparison(try Self.selectors(of: before), try Self.selectors(of: after))
        } catch {
            Console.note("Error: \(error)")
            throw ExitCode(2)
        }
        if json {
            Console.printData(ComparisonText.json(comparison))
        } else {
            Console.print(ComparisonText.table(comparison))
        }
        if !comparison.isSame { throw ExitCode.failure }
    }

    private static func selectors(of name: String) throws -> [RunSelector] {
        let parts = name.split(separator: "#", maxSplits: 1).map(String.init)
        let isFile = FileManager.default.fileExists(atPath: name)
        let path = isFile ? name : parts.first ?? name
        let history = try FileHistory(path: path, epoch: isFile || parts.count < 2 ? nil : parts[1])
        let selectors = history.selectors(ofRun: history.epoch) ?? []
        if let failure = history.failure { throw failure }
        return selectors
    }
}
