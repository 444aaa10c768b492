// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Arrays of C strings for the time of a call.
enum CTexts {
    static func with<Answer>(
        _ texts: [String?],
        _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Answer
    ) -> Answer {
        let copies = texts.map { text in text.map { UnsafePointer<CChar>(strdup($0)!) } }
        defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
        return copies.withUnsafeBufferPointer(body)
    }
}
