// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// Longest comment on an invocation, in bytes of UTF-8.
    public static var commentBytesLimit: Int { InvocationMark.commentBytesLimit }

    /// Marks a stored or running invocation, or notes something on it.
    ///
    /// Marked invocations are evicted last: they make room only when nothing else is stored. A comment goes with its
    /// invocation.
    ///
    /// - Parameters:
    ///   - id: The invocation.
    ///   - marked: Whether it is marked from now on; nil leaves that as it is.
    ///   - comment: Takes the place of the comment; an empty one takes it away, nil leaves it as it is. What is beyond
    ///     `commentBytesLimit` is cut off.
    /// - Returns: The invocation as it is now; nothing changed when it is not found.
    @discardableResult
    public func mark(_ id: InvocationID, marked: Bool? = nil, comment: String? = nil) -> InvocationLookup {
        guard id.epoch == epoch else { return .unknown }
        engine.withDrain { drain in
            guard drain.knows(id.seq) else { return }
            drain.note(seq: id.seq) { mark in
                if let marked { mark.isMarked = marked }
                if let comment { mark.setComment(comment) }
            }
        }
        attachment.pump?.noteChanged(id.seq)
        return invocation(seq: id.seq)
    }
}
