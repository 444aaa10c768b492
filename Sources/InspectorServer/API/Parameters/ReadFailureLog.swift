// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import ProxyCore
import Synchronization

/// Writes to the log what of a served recording can't be read, each kind once: every request would meet it again.
final class ReadFailureLog: Sendable {
    /// Most lines, because a damaged file may fail in a different way for each request.
    private static let limit = 100

    private let logger: Logger
    private let told = Mutex<Set<String>>([])

    init(_ logger: Logger) { self.logger = logger }

    func note(_ failure: HistoryFailure, of recorder: Recorder) {
        // What brings the calls has a log of its own. Of a recording that is gone it tells when it comes to write or ends,
        // in other words than a reader that meets it earlier.
        if let feed = recorder.fleet?.feedStatus, feed.failure != nil || failure.tellsOfReplacement { return }
        let isNew = told.withLock { told in
            guard told.count < Self.limit else { return false }
            return told.insert(failure.description).inserted
        }
        if isNew { logger.warning("\(VisibleText.line(failure.description))") }
    }
}
