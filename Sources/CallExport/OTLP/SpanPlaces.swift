// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Where calls belong in traces: finds the trace and the parent span of each.
///
/// A call in a span of the program belongs to that span's trace; others make a trace with the calls around them. The
/// parent is the nearest call around that is sent too, or else the program's span. A span that the program opened between
/// the two calls comes first.
struct SpanPlaces {
    struct Place: Hashable {
        var trace: TraceID
        /// The parent span; nil for the first one of a trace.
        var parent: SpanID?
    }

    /// What is known of a call that can be a parent.
    private struct Known {
        var trace: TraceID
        /// The span that calls inside it have as their parent; nil if there is none.
        var span: SpanID?
        /// The program's span in which the call was made.
        var context: TraceContext?
        /// The running call around it that decides by its end whether `span` stays what it is; nil if it stays.
        var awaited: UInt64?
    }

    /// Calls that are remembered; with more, those that began first are forgotten.
    private static let most = 1 << 16

    private let epoch: SpanEpoch
    private let find: SurroundingCall.Finder
    private var known: [UInt64: Known] = [:]
    /// What may change by the end of a running call. It is the same for all calls inside, and each may be deep in others.
    private var unsettled: [UInt64: Known] = [:]

    /// - Parameter find: Finds the calls around those that are sent.
    init(_ epoch: SpanEpoch, find: @escaping SurroundingCall.Finder) {
        self.epoch = epoch
        self.find = find
    }

    /// Forgets what may have changed because calls have ended. Call it whenever `find` knows more.
    mutating func forgetUnsettled() { unsettled.removeAll(keepingCapacity: true) }

    /// The place of a call that is sent.
    mutating func place(of call: Invocation) -> Place {
        let place = surroundings(call.trace, call.parent?.key, of: call.key, depth: 0).place
        keep(Known(trace: place.trace, span: SpanID(of: call.key, in: epoch), context: call.trace), call.key)
        return place
    }

    /// Notes a call that is not sent.
    mutating func skip(_ call: Invocation) {
        let place = surroundings(call.trace, call.parent?.key, of: call.key, depth: 0).place
        keep(Known(trace: place.trace, span: place.parent, context: call.trace), call.key)
    }

    /// The running call whose end decides which parent a call has; nil if that is certain already.
    mutating func awaited(by call: Invocation) -> UInt64? {
        surroundings(call.trace, call.parent?.key, of: call.key, depth: 0).awaited
    }

    private mutating func surroundings(
        _ context: TraceContext?,
        _ parent: UInt64?,
        of seq: UInt64,
        depth: Int
    ) -> (place: Place, awaited: UInt64?) {
        if let parent {
            let outer = outer(parent, depth: depth)
            if context == nil || context == outer.context {
                return (Place(trace: outer.trace, parent: outer.span), outer.awaited)
            }
        }
        guard let context else { return (Place(trace: TraceID(ofRoot: seq, in: epoch), parent: nil), nil) }
        let (trace, span) = context.numbers
        return (Place(trace: TraceID(trace), parent: SpanID(span)), nil)
    }

    private mutating func outer(_ seq: UInt64, depth: Int) -> Known {
        if let found = known[seq] ?? unsettled[seq] { return found }
        // Deeper nesting than anybody has; also ends a forged recording's circle.
        guard depth < 1_000, let outer = find(seq) else {
            // Calls inside one that is gone still make a trace together.
            let gone = Known(trace: TraceID(ofRoot: seq, in: epoch), span: nil, context: nil)
            keep(gone, seq)
            return gone
        }
        let call = outer.call
        let (place, awaited) = surroundings(call.trace, call.parent?.key, of: seq, depth: depth + 1)
        let span = outer.isSent ? SpanID(of: seq, in: epoch) : place.parent
        var entry = Known(trace: place.trace, span: span, context: call.trace)
        entry.awaited = outer.isSettled ? outer.isSent ? nil : awaited : seq
        if entry.awaited == nil { keep(entry, seq) } else { unsettled[seq] = entry }
        return entry
    }

    private mutating func keep(_ entry: Known, _ seq: UInt64) {
        if known.count >= Self.most {
            let middle = known.keys.sorted()[Self.most / 2]
            known = known.filter { $0.key >= middle }
        }
        known[seq] = entry
    }
}
