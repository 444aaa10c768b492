// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What somebody noted on an invocation afterwards.
struct InvocationMark: Sendable, Hashable {
    /// Longest comment, in bytes of UTF-8.
    static let commentBytesLimit = 4_096

    var isMarked = false
    private(set) var comment: String?

    var isEmpty: Bool { !isMarked && comment == nil }

    /// Sets the comment, cut to its bound between characters; none when it is empty.
    mutating func setComment(_ text: String) {
        var room = Self.commentBytesLimit
        let kept = text.prefix { character in
            room -= character.utf8.count
            return room >= 0
        }
        comment = kept.isEmpty ? nil : String(kept)
    }
}
