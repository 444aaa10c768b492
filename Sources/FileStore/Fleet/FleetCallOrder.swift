// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Tells the calls of a batch from updates of calls, which look the same.
///
/// The calls of a batch come in the order of their positions, without a hole that no gap tells of. Everything else is
/// an update: of a call that came before, or of one that is still to come, since programs send updates at once, also
/// while the stream is behind.
struct FleetCallOrder {
    /// Position of the last call that came, or is told to be missing.
    private var last: UInt64
    /// The position of the batch's last call.
    private let end: UInt64
    /// Calls after `last` that may have been in lines which say nothing of their positions.
    private var unknown: UInt64 = 0
    /// Positions of which nothing was told so far.
    private(set) var untold: UInt64

    /// - Parameters:
    ///   - position: Everything up to it is in the file, or is told to be missing.
    ///   - end: Position after the batch.
    init(after position: UInt64, through end: UInt64) {
        last = position
        self.end = end
        untold = end - min(end, position)
    }

    /// Whether a line with this position is the call that comes next, rather than an update.
    mutating func takes(_ position: UInt64?) -> Bool {
        guard let position, position > last, position <= end, position - last - 1 <= unknown else { return false }
        (last, unknown) = (position, 0)
        tell(1)
        return true
    }

    /// Notes that calls are told to be missing.
    ///
    /// - Parameter position: That of the last one; nil if it is not told.
    mutating func miss(_ count: UInt64, through position: UInt64?) {
        guard let position else {
            unknown = unknown.saturatingAdding(count)
            return tell(count)
        }
        guard position > last else { return }
        tell(min(count, position - last))
        (last, unknown) = (position, 0)
    }

    /// Notes a line that can't be read: it may have been a call.
    mutating func skipLine() { unknown = unknown.saturatingAdding(1) }

    /// Notes that everything up to a position was before, although a part of it did not come.
    mutating func skip(through position: UInt64?) {
        if let position, position > last { unknown = max(unknown, position - last) }
    }

    private mutating func tell(_ count: UInt64) { untold -= min(untold, count) }
}
