// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Standard error, for lines of rules in programs without a server.
enum StandardError {
    static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
