// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// Keeps the messages of a logger.
struct LineLog: LogHandler {
    private final class Texts: Sendable {
        let lines = Mutex<[String]>([])
    }

    private let texts = Texts()
    var logLevel = Logger.Level.notice
    var metadata: Logger.Metadata = [:]

    var lines: [String] { texts.lines.withLock { $0 } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { texts.lines.withLock { $0.append("\(event.level) \(event.message)") } }
}
