// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CThread
import Foundation
import ProxyCore
import Synchronization

/// Messages of the inspector among those of the program.
///
/// They go to what standard error was when the inspection began. A program may close that descriptor, and get its number
/// for a file of its own: from then on, nothing is written. What nobody reads any more is dropped.
enum Message {
    private static let standardError = DescriptorIdentity(STDERR_FILENO)
    /// What was said since `gathering` began.
    private static let gathered = Mutex<[String]?>(nil)

    /// Notes standard error. Call it before anything is opened.
    static func begin() { _ = standardError }

    /// The messages of some work, which go to somebody else than the readers of standard error.
    static func gathering(_ body: () -> Void) -> [String] {
        gathered.withLock { $0 = [] }
        body()
        return gathered.withLock { lines in
            defer { lines = nil }
            return lines ?? []
        }
    }

    private static func gather(_ text: String) -> Bool {
        gathered.withLock { lines in
            lines?.append(text)
            return lines != nil
        }
    }

    /// Writes a message to standard error, with the name of who writes.
    static func write(_ text: String) { if !gather(text) { writeToStandardError("inspector-server: \(text)") } }

    /// Writes a line to standard error.
    static func writeLine(_ text: String) { if !gather(text) { writeToStandardError(text) } }

    private static func writeToStandardError(_ text: String) {
        guard let standardError, DescriptorIdentity(STDERR_FILENO) == standardError else { return }
        cthread_say(VisibleText.lines(text))
    }

    /// An error as a whole sentence.
    static func sentence(_ error: any Error) -> String {
        let text = "\(error)"
        return text.hasSuffix(".") ? text : "\(text)."
    }
}

/// The stream for what a logger writes, as messages.
struct MessageStream: TextOutputStream, Sendable {
    func write(_ text: String) { Message.writeLine(text.last == "\n" ? String(text.dropLast()) : text) }
}
