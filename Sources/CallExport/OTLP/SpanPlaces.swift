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
    }

    /// Calls that are remembered; with more, those that began first are forgotten.
    private static let most = 1 << 16

    private let epoch: SpanEpoch
    private let find: (UInt64) -> (call: Invocation, isSent: Bool)?
    private var known: [UInt64: Known] = [:]

    /// - Parameter find: A call by its number, and whether it is sent; nil if it can't be found any more.
    init(_ epoch: SpanEpoch, find: @escaping (UInt64) -> (call: Invocation, isSent: Bool)? = { _ in nil }) {
        self.epoch = epoch
        self.find = find
    }

    /// The place of a call that is sent.
    mutating func place(of call: Invocation) -> Place {
        let place = place(call.trace, call.parent?.key, of: call.key, depth: 0)
        remember(call, place, isSent: true)
        return place
    }

    private mutating func place(_ context: TraceContext?, _ parent: UInt64?, of seq: UInt64, depth: Int) -> Place {
        if let parent, let outer = outer(parent, depth: depth), context == nil || context == outer.context {
            return Place(trace: outer.trace, parent: outer.span)
        }
        guard let context else { return Place(trace: TraceID(ofRoot: seq, in: epoch), parent: nil) }
        let (trace, span) = context.numbers
        return Place(trace: TraceID(trace), parent: SpanID(span))
    }

    private mutating func outer(_ seq: UInt64, depth: Int) -> Known? {
        if let found = known[seq] { return found }
        // Deeper nesting than anybody has; also ends a forged recording's circle.
        guard depth < 1_000, let (call, isSent) = find(seq) else {
            // Calls inside one that is gone still make a trace together.
            let gone = Known(trace: TraceID(ofRoot: seq, in: epoch), span: nil, context: nil)
            keep(gone, seq)
            return gone
        }
        let place = place(call.trace, call.parent?.key, of: seq, depth: depth + 1)
        return remember(call, place, isSent: isSent)
    }

    @discardableResult
    private mutating func remember(_ call: Invocation, _ place: Place, isSent: Bool) -> Known {
        let span = isSent ? SpanID(of: call.key, in: epoch) : place.parent
        let entry = Known(trace: place.trace, span: span, context: call.trace)
        keep(entry, call.key)
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
