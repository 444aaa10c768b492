// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Standard output and standard error, written at once: a program that reads the URL must not wait for a buffer.
enum Console {
    static func print(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    static func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

    /// Whether somebody is looking at standard error.
    static var isInteractive: Bool { isatty(FileHandle.standardError.fileDescriptor) == 1 }

    /// Replaces the line that is being shown on a terminal; nothing where there is none.
    static func progress(_ text: String) {
        guard isInteractive else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[2K\(text)".utf8))
    }
}
