// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import ProtocolScanning

/// `make-proxies OUTPUT FILE...`: writes the proxies of the annotated protocols in the files of a target.
///
/// Problems go to standard error in the format of compilers, with exit status 1.
@main
enum MakeProxiesTool {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let output = arguments.first else { stop("usage: make-proxies OUTPUT FILE...\n") }
        do {
            let files = try arguments.dropFirst().map { (path: $0, source: try read($0)) }
            let target = TargetSources(files)
            guard target.problems.isEmpty else { stop(target.problems.map { "\($0)\n" }.joined()) }
            try write(target.text, to: output)
        } catch {
            stop("make-proxies: \(error)\n")
        }
    }

    private static func read(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    /// Leaves an unchanged file alone, so that nothing is rebuilt.
    private static func write(_ text: String, to path: String) throws {
        let file = URL(filePath: path)
        if let old = try? Data(contentsOf: file), old.elementsEqual(text.utf8) { return }
        try Data(text.utf8).write(to: file, options: .atomic)
    }

    private static func stop(_ message: String) -> Never {
        let bytes = Array(message.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
        exit(1)
    }
}
