// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The transport's counters since its start. Those of streams count event streams, not exports.
struct HTTPStatistics: Sendable, Hashable {
    var requests: UInt64 = 0
    var streamsOpen: UInt64 = 0
    var streamsOpened: UInt64 = 0
    var streamsRefused: UInt64 = 0
    /// Events and bytes delivered to all event streams.
    var deliveredEvents: UInt64 = 0
    var deliveredBytes: UInt64 = 0
    /// Number of gap events sent, and number of events that they report as lost.
    var gaps: UInt64 = 0
    var missedEvents: UInt64 = 0
    /// Streams closed because the client accepted no bytes for too long.
    var stalled: UInt64 = 0
    /// Streams closed because the client left.
    var vanished: UInt64 = 0
}
