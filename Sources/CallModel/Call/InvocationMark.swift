// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A user's mark and comment on an invocation.
package struct InvocationMark: Sendable, Hashable {
    /// Longest comment, in bytes of UTF-8.
    package static let commentBytesLimit = 4_096

    package var isMarked = false
    package private(set) var comment: String?

    package init() {}

    package var isEmpty: Bool { !isMarked && comment == nil }

    /// Sets the comment, truncated to the limit at a character boundary; an empty text removes it.
    package mutating func setComment(_ text: String) {
        var room = Self.commentBytesLimit
        let kept = text.prefix { character in
            room -= character.utf8.count
            return room >= 0
        }
        comment = kept.isEmpty ? nil : String(kept)
    }
}
