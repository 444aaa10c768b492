// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// Help and errors of filters for a terminal.
enum FilterListing {
    static var keys: String { FilterHelp.keys.map(lines).joined(separator: "\n") }
    static var syntax: String { FilterHelp.syntax.map(lines).joined(separator: "\n") }

    private static func lines(of entry: FilterHelp.Entry) -> String {
        let names = ([entry.key] + entry.aliases).joined(separator: ", ")
        let room = String(repeating: " ", count: max(2, 24 - names.count))
        let words = entry.values.isEmpty ? [] : ["    one of: \(entry.values.joined(separator: " "))"]
        return (["  \(names)\(room)\(entry.example)", "    \(entry.description)"] + words).joined(separator: "\n")
    }

    /// The filter with its error underlined, and the message.
    static func lines(of error: FilterError, in text: String) -> [String] {
        let message = "\(error.description)"
        // An underline needs characters of one column each.
        guard text.unicodeScalars.allSatisfy({ $0.isASCII && $0.value >= 0x20 }) else { return [message] }
        let underline =
            String(repeating: " ", count: error.position) + String(repeating: "^", count: max(1, error.length))
        return [text, underline, message]
    }
}
