// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProtocolScanning
import Testing

/// The macro and the build plugin parse source differently, but must generate the same text.
@Suite struct ScannerParityTests {
    private static let shapes = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Shapes")

    @Test(arguments: [
        "Actors", "Basics", "Closures", "Edits", "Enclosed", "GenericParents", "MainActors", "Parents", "Protocols",
        "PublicShapes",
    ])
    func scannerReadsWhatTheMacroReads(name: String) throws {
        let file = Self.shapes.appendingPathComponent("\(name).swift")
        // Only the macro can create file-private proxies.
        let source = try String(contentsOf: file, encoding: .utf8)
            .replacingOccurrences(of: "fileprivate protocol", with: "protocol")
            .replacingOccurrences(of: "private protocol", with: "protocol")
        let byMacro = try MacroSource(source).expansion.map(Self.lines)
        // Files that import the macro's module are left to the macro.
        let scanned = TargetSources([(file.path, source.replacingOccurrences(of: "import ProxyMacros", with: ""))])
        #expect(scanned.problems.isEmpty)
        let lines = Set(Self.lines(scanned.text))
        for expansion in byMacro {
            #expect(expansion.filter { !lines.contains($0) } == [])
        }
    }

    /// The lines, except for those that only macros generate.
    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.contains("isHiddenFromOptimizer") && !$0.contains("a copy of the expansion") }
    }
}
