// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// Longest comment on an invocation, in bytes of UTF-8.
    public static var commentBytesLimit: Int { InvocationMark.commentBytesLimit }

    /// Marks a stored or running invocation, or sets its comment.
    ///
    /// Marked invocations are evicted only when nothing else is stored. A comment is evicted with its invocation.
    ///
    /// - Parameters:
    ///   - id: The invocation.
    ///   - marked: Whether to mark it; nil keeps the current state.
    ///   - comment: The new comment, truncated to `commentBytesLimit`. An empty text removes the comment; nil keeps it.
    /// - Returns: The invocation after the change. If it was not found, nothing changed. A call that only the history has
    ///   counts as evicted.
    @discardableResult
    public func mark(_ id: InvocationID, marked: Bool? = nil, comment: String? = nil) -> InvocationLookup {
        guard id.epoch == epoch else { return .unknown }
        let isKnown = engine.withDrain { drain in
            guard drain.knows(id.seq) else { return false }
            drain.note(seq: id.seq) { mark in
                if let marked { mark.isMarked = marked }
                if let comment { mark.setComment(comment) }
            }
            return true
        }
        guard isKnown else {
            let lookup = invocation(seq: id.seq)
            if case .found = lookup { return .evicted }
            return lookup
        }
        attachment.pump?.noteChanged(id.seq)
        return invocation(seq: id.seq)
    }
}
