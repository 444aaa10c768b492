// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file that holds a token, and that only its owner may read.
struct TokenFile {
    let path: String

    /// The token in the file; a new one, written there, when there is no file.
    ///
    /// - Throws: `.tokenFileUnusable`
    func token() throws(InspectorServerError) -> AccessToken {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return try make() }
            throw failure("\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw failure("\(path) is not a file")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw failure("others may read \(path); take that away with: chmod 600 '\(path)'")
        }
        guard let token = AccessToken(text(of: file)) else {
            throw failure(
                "\(path) holds no token: 22 to 256 letters, digits, “-” or “_”; remove the file to have one made"
            )
        }
        return token
    }

    /// What the file holds, without the white space around it: as much as a token can have, and a little more.
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

    private func make() throws(InspectorServerError) -> AccessToken {
        let token = AccessToken.random()
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("\(path) cannot be written: \(String(cString: strerror(errno)))") }
        defer { close(file) }
        let line = Array((token.secret + "\n").utf8)
        guard write(file, line, line.count) == line.count else {
            throw failure("\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
        return token
    }

    private func failure(_ text: String) -> InspectorServerError {
        InspectorServerError(.tokenFileUnusable, context: text)
    }
}
