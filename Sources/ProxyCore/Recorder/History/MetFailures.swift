// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Collects the failures to read histories that one piece of work meets on its thread.
///
/// `Recorder.historyFailure` is the last one of all threads: that of another reader would be taken for the work's own.
package final class MetFailures: Sendable {
    @TaskLocal private static var current: MetFailures?

    /// The collector of the work that this one is a part of.
    private let outer = MetFailures.current
    private let latest = Mutex<HistoryFailure?>(nil)

    /// Creates a collector without failures.
    package init() {}

    /// The last failure; nil if all could be read.
    package var last: HistoryFailure? { latest.withLock { $0 } }

    /// Does work, and collects what it can't read.
    package func during<Answer>(_ work: () throws -> Answer) rethrows -> Answer {
        try Self.$current.withValue(self, operation: work)
    }

    /// Notes a failure for the work of this thread.
    static func note(_ failure: HistoryFailure) {
        var collector = current
        while let each = collector {
            each.latest.withLock { $0 = failure }
            collector = each.outer
        }
    }
}
