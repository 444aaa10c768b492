// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Notices that the broker's stream is another one than was read: it was deleted and made anew, and counts from 1.
///
/// Another stream may have more messages than were read by now, so the time of its creation tells, too.
struct StreamWatch {
    /// Whether the last look found another stream. Its messages have other numbers, so nothing is to be read until the
    /// next look.
    private(set) var isInDoubt = false

    /// Whether the reader has to begin with the first message. That takes two looks in a row, a second apart: once could
    /// be a server of a cluster that has just been elected.
    ///
    /// - Parameters:
    ///   - extent: What the stream holds now.
    ///   - sequence: Number of the last message that was read.
    ///   - created: When the stream of that message was created; nil if that is unknown.
    mutating func isAnew(_ extent: Broker.StreamExtent, after sequence: UInt64, ofStreamCreatedAt created: Int64?)
        -> Bool
    {
        let isOther = sequence > extent.last || created ?? extent.createdAtNanoseconds != extent.createdAtNanoseconds
        let isAnew = isOther && isInDoubt
        isInDoubt = isOther && !isAnew
        return isAnew
    }
}
