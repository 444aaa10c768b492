// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file with a token, owned by the user and accessible only to its owner.
struct TokenFile {
    let path: String
    /// The required owner of the file, because the owner can read or replace the token.
    var owner = geteuid()

    /// The token in the file; creates the file with a random token if it is missing.
    ///
    /// - Throws: `InspectorServerError` with `.tokenFileUnusable`.
    func token() throws(InspectorServerError) -> AccessToken {
        if let token = try existing() { return token }
        return try make()
    }

    /// The token in the file; nil if it is missing.
    private func existing() throws(InspectorServerError) -> AccessToken? {
        // Opening a pipe would wait for its writer.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw failure("\(path) is not a file")
        }
        guard status.st_uid == owner else { throw failure("\(path) belongs to another user") }
        guard status.st_mode & 0o077 == 0 else {
            throw failure("other users can access \(path); fix it with: chmod 600 '\(path)'")
        }
        guard let token = AccessToken(text(of: file)) else {
            throw failure(
                "\(path) has no token of 22 to 256 letters, digits, “-” or “_”; delete the file to create one"
            )
        }
        return token
    }

    /// The file's content without surrounding white space. Reads at most 2 KiB; tokens are shorter.
    private func text(of file: Int32) -> String {
        var bytes: [UInt8] = []
        while bytes.count < 1_024 {
            var part = [UInt8](repeating: 0, count: 1_024)
            let count = read(file, &part, part.count)
            guard count > 0 else { break }
            bytes += part.prefix(count)
        }
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let trimmed = bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        return String(decoding: Array(trimmed), as: UTF8.self)
    }

    /// Makes the file as a whole, because another program may look for it at the same time.
    private func make() throws(InspectorServerError) -> AccessToken {
        let token = AccessToken.random()
        let part = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max))"
        let file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("\(path) cannot be written: \(String(cString: strerror(errno)))") }
        defer { unlink(part) }
        let line = Array((token.secret + "\n").utf8)
        let count = write(file, line, line.count)
        close(file)
        // Some file systems have no links. There, the last of several programs that start at once has its token in the file.
        guard count == line.count, link(part, path) == 0 || errno == EPERM && rename(part, path) == 0 else {
            let error = errno
            // The other program was first, unless a link to nothing is there.
            if count == line.count, error == EEXIST, let other = try existing() { return other }
            throw failure("\(path) cannot be written: \(String(cString: strerror(error)))")
        }
        return token
    }

    private func failure(_ text: String) -> InspectorServerError {
        InspectorServerError(.tokenFileUnusable, context: text)
    }
}
