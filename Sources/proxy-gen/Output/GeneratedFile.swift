// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyTemplate

/// A file of generated source.
struct GeneratedFile {
    /// Name of the file.
    let name: String
    /// The whole text.
    let text: String

    /// A file that is longer is split.
    static let mostLines = 350

    /// Lines of the text.
    var lineCount: Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }

    /// Puts a head on declarations.
    ///
    /// - Parameters:
    ///   - imports: What the declarations may use.
    ///   - request: Says how to make the file again, and where it goes.
    init(name: String, imports: ImportList, request: GenerationRequest, declarations: [String]) {
        self.name = name
        let source = declarations.joined(separator: "\n")
        let imports = imports.declarations(for: source, access: request.access, destination: request.destination)
        let head = """
            // Delegate Inspector
            // SPDX-License-Identifier: Apache-2.0
            //
            // Made by proxy-gen; a change by hand is lost. To make it again:
            \(request.command.map { "//   \($0)" }.joined(separator: "\n"))

            """
        let whole = head + "\n" + imports.joined(separator: "\n") + "\n\n" + source
        text = SourceFormatter.formatted(whole, for: request.directory)
    }

    /// Writes the file, unless it is there with the same text.
    ///
    /// - Returns: Whether the file changed.
    func write(to directory: URL) throws -> Bool {
        let file = directory.appendingPathComponent(name)
        if let old = try? String(contentsOf: file, encoding: .utf8), old == text { return false }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return true
    }

    /// Compares the file with what is there.
    ///
    /// - Throws: `GenerationError.stale`.
    func check(in directory: URL) throws {
        let file = directory.appendingPathComponent(name)
        guard let old = try? String(contentsOf: file, encoding: .utf8), old == text else {
            throw GenerationError.stale(path: file.path)
        }
    }
}
