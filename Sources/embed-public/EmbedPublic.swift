// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import AssetFormat
import Glibc

/// Writes the files of a directory as one Swift source file:
/// `embed-public <type> <output> <directory> [<known path>...]`, where the type is `EmbeddedAsset` or
/// `EmbeddedDocument`.
///
/// The known paths are the inputs that the build plan watches. A file added after planning is embedded too, with a note
/// that changes to it may be missed.
@main
enum EmbedPublic {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count >= 4 else {
            fail("usage: embed-public <type> <output> <directory> [<known path>...]", code: 64)
        }
        let files = DirectoryListing.files(below: arguments[3])
        let known = Set(arguments.dropFirst(4))
        let assets = files.sorted { $0.key < $1.key }.map { path, file in
            if !known.contains(path) { note("note: \(path) is new; touch Package.swift to track its changes") }
            guard let bytes = DirectoryListing.read(file) else { fail("cannot read \(file)") }
            return AssetSource(path: path, bytes: bytes)
        }
        let isDocument = arguments[1] == "EmbeddedDocument"
        write(isDocument ? documentSource(of: assets) : generatedSource(of: assets), to: arguments[2])
    }

    private static func write(_ text: String, to path: String) {
        guard let file = fopen(path, "wb") else { fail("cannot write \(path)") }
        let written = fputs(text, file)
        if fclose(file) != 0 || written < 0 { fail("cannot write \(path)") }
    }

    private static func note(_ message: String) {
        let line = Array("embed-public: \(message)\n".utf8)
        _ = Glibc.write(STDERR_FILENO, line, line.count)
    }

    private static func fail(_ message: String, code: Int32 = 1) -> Never {
        note("error: \(message)")
        exit(code)
    }
}
