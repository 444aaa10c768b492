// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Ids of the spans that calls become. They follow from the ids of the calls: sending a call again makes the same span.
///
/// - SeeAlso: W3C Trace Context, 3.2.2.3 "trace-id" and 3.2.2.4 "parent-id"
struct SpanID: Hashable, Sendable {
    let number: UInt64

    init(_ number: UInt64) { self.number = number }

    /// The span of a call: the recorder's epoch in the first half, the call's number in the second one.
    init(of seq: UInt64, in epoch: SpanEpoch) {
        // Numbers over 32 bits go into the epoch's half too. No id is 0, since numbers begin with 1.
        number = epoch.number ^ (seq >> 32).byteSwapped | seq & 0xFFFF_FFFF
    }
}

/// Id of a trace.
struct TraceID: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    init(_ numbers: (UInt64, UInt64)) { (high, low) = numbers }

    /// The trace of a call outside of all traces, and of the calls inside it.
    init(ofRoot seq: UInt64, in epoch: SpanEpoch) {
        high = epoch.hash
        low = SpanID(of: seq, in: epoch).number
    }
}

/// A recorder's epoch in ids.
struct SpanEpoch: Sendable {
    /// The epoch's eight digits in the upper half.
    let number: UInt64
    /// More bits than the epoch has, so that its traces are not taken for those of others.
    let hash: UInt64

    init(_ epoch: String) {
        let digits = UInt64(epoch, radix: 16) ?? epoch.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) }
        number = digits << 32
        // A multiplicative hash: Knuth, The Art of Computer Programming, vol. 3, 6.4.
        hash = (digits | 1 << 32) &* 0x9E37_79B9_7F4A_7C15
    }
}
