// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A document named on the command line: a file, a pipe or another device, or `-` for standard input.
enum XMLInput {
    /// The name of the document in messages.
    static func name(of path: String) -> String { path == "-" ? "standard input" : path }

    /// The whole document. Only files can be mapped; anything else is read to its end.
    static func data(of path: String) throws(CommandFailure) -> Data {
        let isStandardInput = path == "-"
        let descriptor = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandFailure("\(name(of: path)) cannot be read: \(SystemError()).") }
        defer { if !isStandardInput { close(descriptor) } }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw CommandFailure("\(name(of: path)) cannot be read: \(SystemError()).")
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw CommandFailure("\(name(of: path)) is a folder, not a file.")
        }
        do {
            // Standard input may be a file that another program has read the beginning of.
            let isWholeFile = !isStandardInput && status.st_mode & S_IFMT == S_IFREG
            guard isWholeFile else { return try rest(of: descriptor) }
            return try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
        } catch {
            let reason = (error as? SystemError)?.description ?? error.localizedDescription
            throw CommandFailure("\(name(of: path)) cannot be read: \(reason).")
        }
    }

    private static func rest(of descriptor: Int32) throws -> Data {
        var data = Data()
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try part.withUnsafeMutableBytes { try DescriptorFile.read($0, from: descriptor) }
            guard count > 0 else { return data }
            data.append(contentsOf: part[..<count])
        }
    }
}
