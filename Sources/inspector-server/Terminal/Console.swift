// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Unbuffered standard output and standard error: readers of the URL must not wait for a buffer.
enum Console {
    private static let outputError = Atomic<Int32>(0)

    /// Whether writing to standard output has failed; the exit code reports it.
    static var hasFailed: Bool { outputError.load(ordering: .relaxed) != 0 }

    /// Writes a line to standard output.
    ///
    /// A failure is reported once on standard error, and the program continues, to keep its recording.
    static func print(_ line: String) {
        do throws(SystemError) {
            try DescriptorFile.write(Array((line + "\n").utf8), to: STDOUT_FILENO)
        } catch {
            if outputError.exchange(error.number, ordering: .relaxed) == 0 {
                note("inspector-server: standard output cannot be written: \(error).")
            }
        }
    }

    /// Writes a line to standard error; failures are ignored.
    static func note(_ line: String) { try? DescriptorFile.write(Array((line + "\n").utf8), to: STDERR_FILENO) }

    /// Whether standard error is a terminal.
    static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

    /// Replaces the progress line on a terminal; does nothing elsewhere.
    static func progress(_ text: String) {
        guard isInteractive else { return }
        try? DescriptorFile.write(Array("\r\u{1B}[2K\(text)".utf8), to: STDERR_FILENO)
    }

    /// Occupies closed descriptors of standard input, output and error, so that no file opened later gets one of them
    /// and receives messages. Writing to them fails, as it should.
    static func occupyClosedDescriptors() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            // The system assigns the lowest free number, which is this one. It is not writable.
            _ = open("/dev/null", O_RDONLY)
        }
    }
}

/// The system's message for a failed call.
struct SystemError: Error, CustomStringConvertible {
    let number: Int32

    /// The error of the previous call.
    init() { number = errno }

    var description: String { String(cString: strerror(number)) }
}

/// Files by descriptor.
enum DescriptorFile {
    /// Writes all bytes.
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
