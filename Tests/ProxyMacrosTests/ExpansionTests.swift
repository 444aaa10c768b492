// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct ExpansionTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let fixtures = tests.deletingLastPathComponent().appendingPathComponent("Fixtures/expansion")
    private static let isRecording = ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1"

    /// Expands the shapes that other tests compile and call, so that changes to the text are visible.
    @Test(arguments: ["Basics", "Edits", "MainActors", "Parents", "Protocols", "PublicShapes"])
    func writesWhatIsStored(name: String) throws {
        let source = try String(
            contentsOf: Self.tests.appendingPathComponent("Shapes/\(name).swift"),
            encoding: .utf8
        )
        let expanded = try MacroSource(source)
        #expect(expanded.remarks.isEmpty)
        let head = """
            // What @Proxied makes of Tests/ProxyMacrosTests/Shapes/\(name).swift. RECORD_FIXTURES=1 rewrites it.
            // swift-format-ignore-file


            """
        let text = head + expanded.expansion.joined(separator: "\n")
        let file = Self.fixtures.appendingPathComponent("\(name).expected.swift")
        if Self.isRecording {
            try text.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(file.lastPathComponent); run again without RECORD_FIXTURES")
        } else {
            let stored = try String(contentsOf: file, encoding: .utf8)
            #expect(stored == text, "\(Self.firstDifference(stored, text))")
        }
    }

    private static func firstDifference(_ stored: String, _ made: String) -> String {
        let stored = stored.split(separator: "\n", omittingEmptySubsequences: false)
        let made = made.split(separator: "\n", omittingEmptySubsequences: false)
        let line = zip(stored, made).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        guard let line else { return "one is longer: \(stored.count) and \(made.count) lines" }
        return "line \(line + 1):\nstored \(stored[line])\nmade   \(made[line])"
    }
}
