// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Reactive
import Testing

/// Checks that the suite of laws covers every operator and every subject of the module.
@Suite struct LawCoverageTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/Reactive").standardized
    private static let cases = URL(filePath: #filePath).deletingLastPathComponent()

    @Test func everyOperatorIsInACase() throws {
        let operators = try Self.publicFunctions(in: "Operators")
        #expect(operators.count > 30)
        let text = try String(contentsOf: Self.cases.appending(path: "OperatorCases.swift"), encoding: .utf8)
        let missing = operators.filter { !text.contains(".\($0)(") && !text.contains(".\($0) {") }
        #expect(missing.isEmpty, "no law is checked of \(missing.sorted())")
    }

    @Test func everySubjectIsInACase() throws {
        let text = try String(contentsOf: Self.cases.appending(path: "SubjectLaws.swift"), encoding: .utf8)
        // This one is only a superclass.
        let names = try Self.fileNames(in: "Subjects").filter { $0.hasSuffix("Subject") && $0 != "ReplayingSubject" }
        #expect(names.count == 4)
        #expect(names.allSatisfy { text.contains("\($0)") })
    }

    @Test func everySourceIsInACase() throws {
        let text = try String(contentsOf: Self.cases.appending(path: "OperatorCases.swift"), encoding: .utf8)
        let missing = ["create", "deferred", "just", "of", "from", "empty", "never", "error"].filter {
            !text.contains("Observable.\($0)") && !text.contains("Observable<Int>.\($0)")
        }
        #expect(missing.isEmpty, "no law is checked of \(missing)")
    }

    private static func fileNames(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: sources.appending(path: folder).path)
            .filter { $0.hasSuffix(".swift") }.map { String($0.dropLast(6)) }
    }

    /// Names of the public functions declared in the files of a folder.
    private static func publicFunctions(in folder: String) throws -> Set<String> {
        let declaration = /^    public (?:static )?func `?(\w+)`?/.anchorsMatchLineEndings()
        var names: Set<String> = []
        for name in try fileNames(in: folder) {
            let file = sources.appending(path: "\(folder)/\(name).swift")
            for match in try String(contentsOf: file, encoding: .utf8).matches(of: declaration) {
                names.insert(String(match.1))
            }
        }
        return names
    }
}
