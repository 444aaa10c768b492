// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore
import Synchronization

/// Unbuffered standard output and standard error: readers of the URL must not wait for a buffer.
enum Console {
    private static let outputError = Atomic<Int32>(0)

    /// Whether writing to standard output has failed; the exit code reports it.
    static var hasFailed: Bool { outputError.load(ordering: .relaxed) != 0 }

    /// Writes readable lines to standard output; invisible and control characters are escaped.
    static func print(_ text: String) { printStyled(VisibleText.lines(text)) }

    /// Writes data to standard output unchanged; on a terminal, with escapes as `print` does.
    static func printData(_ text: String) {
        if isatty(STDOUT_FILENO) == 1 { print(text) } else { printStyled(text) }
    }

    /// Writes a line with intended terminal sequences to standard output.
    ///
    /// A failure is reported once on standard error, and the program continues, to keep its recording.
    static func printStyled(_ line: String) {
        do throws(SystemError) {
            try DescriptorFile.write(Array((line + "\n").utf8), to: STDOUT_FILENO)
        } catch {
            if outputError.exchange(error.number, ordering: .relaxed) == 0 {
                note("inspector-server: standard output cannot be written: \(error).")
            }
        }
    }

    /// Writes readable lines to standard error, escaped as `print` does; failures are ignored.
    static func note(_ text: String) { noteStyled(VisibleText.lines(text)) }

    /// Writes a line with intended terminal sequences to standard error; failures are ignored.
    static func noteStyled(_ line: String) { try? DescriptorFile.write(Array((line + "\n").utf8), to: STDERR_FILENO) }

    /// Whether standard error is a terminal.
    static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

    /// Replaces the progress line on a terminal; elsewhere, `text` is not even made.
    static func progress(_ text: @autoclosure () -> String) {
        guard isInteractive else { return }
        try? DescriptorFile.write(Array("\r\u{1B}[2K\(VisibleText.line(text()))".utf8), to: STDERR_FILENO)
    }
}

/// The system's message for a failed call.
struct SystemError: Error, CustomStringConvertible {
    let number: Int32

    /// The error of the previous call.
    init() { number = errno }

    var description: String { String(cString: strerror(number)) }
}

/// Files by descriptor. Waits also where calls return at once, which another user of a pipe or a terminal may have chosen.
enum DescriptorFile {
    /// Writes all bytes.
    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, isToBeRepeated(descriptor, POLLOUT) { continue }
            guard count >= 0 else { throw SystemError() }
            done += count
        }
    }

    /// Reads what is there, or comes next.
    ///
    /// - Returns: Number of bytes, 0 at the end.
    static func read(_ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) throws(SystemError) -> Int {
        while true {
            let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0, isToBeRepeated(descriptor, POLLIN) { continue }
            guard count >= 0 else { throw SystemError() }
            return count
        }
    }

    /// Whether the call that failed can be made again. Waits until then.
    private static func isToBeRepeated(_ descriptor: Int32, _ events: Int32) -> Bool {
        if errno == EINTR { return true }
        guard errno == EAGAIN else { return false }
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&entry, 1, -1) > 0 || errno == EINTR
    }
}
