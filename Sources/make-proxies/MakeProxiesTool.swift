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
        // It has no options: `--help` is no name of a file to write.
        guard let output = arguments.first, !output.hasPrefix("-") else { stop("usage: make-proxies OUTPUT FILE...\n") }
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
        do {
            return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        } catch {
            throw FileFailure(description: "\(path) cannot be read: \(reason(of: error))")
        }
    }

    /// Leaves an unchanged file alone, so that nothing is rebuilt.
    private static func write(_ text: String, to path: String) throws {
        let file = URL(filePath: path)
        var status = stat()
        let isFile = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        if isFile, let old = try? Data(contentsOf: file), old.elementsEqual(text.utf8) { return }
        // Written atomically, a new file would take the place of a link, a pipe or a device.
        let isReplaceable = lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
        do {
            try Data(text.utf8).write(to: file, options: isReplaceable ? .atomic : [])
        } catch {
            throw FileFailure(description: "\(path) cannot be written: \(reason(of: error))")
        }
    }

    /// The system's message for an error of Foundation, which describes itself by codes.
    private static func reason(of error: any Error) -> String {
        guard let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code else { return "\(error)" }
        return String(cString: strerror(code.rawValue))
    }

    private static func stop(_ message: String) -> Never {
        let bytes = Array(message.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
        exit(1)
    }
}

/// An error that is just a message.
private struct FileFailure: Error, CustomStringConvertible {
    let description: String
}
