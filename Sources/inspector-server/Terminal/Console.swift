// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Standard output and standard error, written at once: a program that reads the URL must not wait for a buffer.
enum Console {
    private static let outputError = Atomic<Int32>(0)

    /// Whether a line for standard output could not be written; the exit code has to tell.
    static var hasFailed: Bool { outputError.load(ordering: .relaxed) != 0 }

    /// Writes a line to standard output.
    ///
    /// When that fails, it is said once on standard error, and the program goes on: what it records must not be lost.
    static func print(_ line: String) {
        do throws(SystemError) {
            try DescriptorFile.write(Array((line + "\n").utf8), to: STDOUT_FILENO)
        } catch {
            if outputError.exchange(error.number, ordering: .relaxed) == 0 {
                note("inspector-server: standard output cannot be written: \(error).")
            }
        }
    }

    /// Writes a line to standard error; where that cannot be written, nobody can be told.
    static func note(_ line: String) { try? DescriptorFile.write(Array((line + "\n").utf8), to: STDERR_FILENO) }

    /// Whether somebody is looking at standard error.
    static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

    /// Replaces the line that is being shown on a terminal; nothing where there is none.
    static func progress(_ text: String) {
        guard isInteractive else { return }
        try? DescriptorFile.write(Array("\r\u{1B}[2K\(text)".utf8), to: STDERR_FILENO)
    }

    /// Takes the places of standard input, output and error that are closed, so that no file that is opened later gets
    /// there and has messages written into it. What is written to them fails, as it should.
    static func occupyClosedDescriptors() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is given out, which is this one. Nobody can write there.
            _ = open("/dev/null", O_RDONLY)
        }
    }
}

/// What the system says about a call that failed.
struct SystemError: Error, CustomStringConvertible {
    let number: Int32

    /// The error of the call before.
    init() { number = errno }

    var description: String { String(cString: strerror(number)) }
}

/// Files by their descriptors.
enum DescriptorFile {
    /// Writes all of the bytes.
    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError() }
            done += count
        }
    }
}
