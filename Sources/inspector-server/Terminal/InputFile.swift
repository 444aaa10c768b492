// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file, a pipe or another device that is named on the command line, opened for reading; `-` is standard input.
struct InputFile {
    /// Its name in messages.
    let name: String
    let isStandardInput: Bool
    let descriptor: Int32
    let status: stat

    /// - Throws: If it cannot be opened, or is a folder.
    init(_ path: String) throws(CommandFailure) {
        name = Self.name(of: path)
        isStandardInput = path == "-"
        descriptor = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            throw CommandFailure("\(name) cannot be read: \(SystemError()).")
        }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw CommandFailure("\(name) is a folder, not a file.") }
        self.status = status
    }

    /// The name in messages of what a path names.
    static func name(of path: String) -> String { path == "-" ? "standard input" : path }

    /// Whether it is a regular file.
    var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
}
