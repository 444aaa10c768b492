// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What the transport has done since it was started.
struct HTTPStatistics: Sendable, Hashable {
    var requests: UInt64 = 0
    var streamsOpen: UInt64 = 0
    var streamsOpened: UInt64 = 0
    var streamsRefused: UInt64 = 0
    /// Events and bytes of all streams together.
    var deliveredEvents: UInt64 = 0
    var deliveredBytes: UInt64 = 0
    /// Gap events sent, and the events that they stand for.
    var gaps: UInt64 = 0
    var missedEvents: UInt64 = 0
    /// Streams closed because the client accepted nothing for too long.
    var stalled: UInt64 = 0
    /// Streams whose client left.
    var vanished: UInt64 = 0
}
