// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Formats source with the toolchain's formatter.
enum SourceFormatter {
    /// The default rules, without a `.swift-format` in or above the directory: 120 columns, 4 spaces.
    private static let ownRules = """
        {"version": 1, "lineLength": 120, "indentation": {"spaces": 4}, "respectsExistingLineBreaks": true,
         "lineBreakBeforeEachArgument": true}
        """

    /// The source in the format of `directory`; unchanged without a formatter.
    static func formatted(_ source: String, for directory: URL?) -> String {
        let rules = directory.flatMap(configuration)?.path ?? ownRules
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("proxy-gen-\(ProcessInfo.processInfo.globallyUniqueString).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        guard (try? source.write(to: file, atomically: true, encoding: .utf8)) != nil,
            let result = try? Toolchain.run("swift-format", ["format", "--configuration", rules, file.path]),
            result.status == 0, !result.output.isEmpty
        else { return source }
        return result.output
    }

    /// The nearest `.swift-format` in or above a directory.
    private static func configuration(above directory: URL) -> URL? {
        var directory = directory.standardizedFileURL
        while true {
            let file = directory.appendingPathComponent(".swift-format")
            if FileManager.default.fileExists(atPath: file.path) { return file }
            let parent = directory.deletingLastPathComponent().standardizedFileURL
            if parent.path == directory.path { return nil }
            directory = parent
        }
    }
}
