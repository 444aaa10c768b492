// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore
import Testing

/// The statements in `docs/filter.md` and in the help must be true.
@Suite struct FilterDocumentTests {
    private let lines: [String]

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/filter.md"), encoding: .utf8)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test func everyExampleOfTheDocumentIsAFilter() throws {
        var isFilter = false
        var examples: [String] = []
        for line in lines {
            if line.hasPrefix("```") { isFilter = line == "```filter" } else if isFilter { examples.append(line) }
        }
        #expect(examples.count > 20)
        for example in examples { try expectCanonical(example) }
    }

    @Test func everyExampleOfTheHelpIsAFilterOfItsKey() throws {
        for entry in FilterHelp.keys + FilterHelp.syntax {
            try expectCanonical(entry.example)
            let names = ([entry.key] + entry.aliases).map { $0 + ":" } + [entry.key + "."]
            #expect(
                entry.form == "syntax" || names.contains { entry.example.drop { $0 == "-" }.hasPrefix($0) },
                "\(entry)"
            )
            #expect(entry.description.hasSuffix(".") && !entry.description.contains("|"), "\(entry)")
        }
        #expect(FilterHelp.keys.map(\.key) == FilterKey.all.map(\.name))
    }

    @Test func everyWordOfTheHelpIsTaken() throws {
        for entry in FilterHelp.keys {
            for word in entry.values { try expectCanonical("\(entry.key):\(word)") }
            for alias in entry.aliases {
                let filter = try InvocationFilter(alias + entry.example.drop { $0 != ":" && $0 != "." })
                #expect(try filter == InvocationFilter(String(entry.example.drop { $0 == "-" })), "\(alias)")
            }
        }
    }

    @Test func theDocumentListsTheKeysAsTheHelpDoes() {
        for entry in FilterHelp.keys {
            let names = ([entry.key] + entry.aliases).map { "`\($0)`" }.joined(separator: ", ")
            let row = "| \(names) | \(entry.form) | \(entry.description) | `\(entry.example)` |"
            #expect(lines.contains(row), "MISSING \(row)")
            guard !entry.values.isEmpty else { continue }
            let words = "| `\(entry.key)` | \(entry.values.map { "`\($0)`" }.joined(separator: ", ")) |"
            #expect(lines.contains(words), "MISSING \(words)")
        }
    }

    @Test func theDocumentsErrorsAreThoseOfTheParser() throws {
        let heading = try #require(lines.firstIndex(of: "| filter | position | message |"))
        let rows = lines[(heading + 2)...].prefix { $0.hasPrefix("|") }
        #expect(rows.count >= 5)
        for row in rows {
            let filter = row.split(separator: "`")[1]
            let error = try #require(throws: FilterError.self) { try InvocationFilter(String(filter)) }
            let expected = "| `\(filter)` | \(error.position) | \(error.message) |"
            #expect(row == expected, "MISSING \(expected)")
        }
    }

    private func expectCanonical(_ text: String) throws {
        let filter = try #require(try? InvocationFilter(text), "\(text)")
        let canonical = filter.description
        let again = try InvocationFilter(canonical)
        #expect(again == filter && again.description == canonical, "\(text)")
    }
}
