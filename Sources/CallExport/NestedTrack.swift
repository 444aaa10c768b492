// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The calls on a thread as spans that nest; times are nanoseconds since the first call of an export.
struct NestedTrack {
    /// A call on the track.
    struct Call {
        /// End of its span.
        var end: Int64
        var depth: Int
        /// What the caller of `place` passed for it.
        var frame: Int
    }

    /// Possible rounding of starts in nanoseconds: lines of JSON have microseconds.
    private static let rounding: Int64 = 1_000

    /// Calls that have not ended yet, outermost first.
    private(set) var open: [Call] = []
    /// Start of the last call.
    private var latest: Int64 = 0

    /// The span of a call adjusted so that it nests; nil if it cannot nest. Calls come in the order of their starts.
    ///
    /// - Parameter closing: Called with each call that ends before this one starts, innermost first.
    mutating func place(
        _ start: Int64,
        _ end: Int64,
        depth: Int,
        frame: Int = 0,
        closing: (Call) -> Void = { _ in }
    ) -> (start: Int64, end: Int64)? {
        var start = max(start, latest)
        // Calls of equal depth never overlap; any overlap is a rounding error.
        while let last = open.last,
            last.end <= start || (last.depth >= depth && last.end.saturatingSubtracting(start) <= Self.rounding)
        {
            start = max(start, last.end)
            closing(open.removeLast())
        }
        let outer = open.last?.end ?? .max
        guard outer == .max || end <= outer.saturatingAdding(Self.rounding) else { return nil }
        let span = (start, max(start, min(end, outer)))
        open.append(Call(end: span.1, depth: depth, frame: frame))
        latest = start
        return span
    }
}
