// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import InspectorServer

/// A file that holds a token, and that only its owner may read.
struct TokenFile {
    let path: String

    /// The token in the file; a new one, written there, when there is no file.
    func token() throws -> AccessToken {
        var status = stat()
        guard stat(path, &status) == 0 else { return try make() }
        guard status.st_mode & 0o077 == 0 else {
            throw CommandFailure("Others may read \(path). Take that away with: chmod 600 '\(path)'")
        }
        let text = try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let token = AccessToken(text) else {
            throw CommandFailure(
                "\(path) holds no token: 22 to 256 letters, digits, “-” or “_”. Remove the file to have one made."
            )
        }
        return token
    }

    private func make() throws -> AccessToken {
        let token = AccessToken.random()
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw CommandFailure("\(path) cannot be written: \(String(cString: strerror(errno))).")
        }
        defer { close(file) }
        let line = Array((token.secret + "\n").utf8)
        guard write(file, line, line.count) == line.count else {
            throw CommandFailure("\(path) cannot be written: \(String(cString: strerror(errno))).")
        }
        return token
    }
}
