// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The durations of calls that completed after a position, by selector.
package struct CompletedDurations: Sendable {
    /// In nanoseconds, in the order of the ends.
    package let bySelector: [Selector: [UInt64]]
    /// Calls after the position whose durations are not reported: they were evicted, or too many completed.
    package let missed: UInt64
    /// Continue from here.
    package let lastPosition: UInt64
}

extension Recorder {
    /// The durations of the stored calls that completed after a position.
    ///
    /// - Parameter limit: Most durations; of more calls, those that completed last are reported.
    /// - Complexity: O(durations); decodes no values.
    package func completedDurations(after position: UInt64, limit: Int) -> CompletedDurations {
        let snapshot = self.snapshot
        let last = max(snapshot.lastPosition, position)
        let first = max(position, last - min(last, UInt64(limit))) + 1
        var bySite: [UInt: [UInt64]] = [:]
        var count: UInt64 = 0
        snapshot.forEachCompleted(from: first) { record in
            let header = record.header
            bySite[header.site, default: []].append(header.duration)
            count += 1
            return true
        }
        let bySelector = bySite.map { site, durations in
            (CallSite.at(site).pointee.requirement.takeUnretainedValue().selector, durations)
        }
        return CompletedDurations(
            bySelector: Dictionary(bySelector, uniquingKeysWith: +),
            missed: (last - position).saturatingSubtracting(count),
            lastPosition: last
        )
    }

    /// Runs code of the program, of which no proxied call is recorded on the calling thread.
    package static func unrecorded<Result>(_ body: () -> Result) -> Result { ThreadContext.unrecorded(body) }
}
