// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

/// The failures of a part of a test, which don't fail the test itself.
func failures(_ body: () throws -> Void) rethrows -> [Issue] {
    let found = Mutex<[Issue]>([])
    try withKnownIssue(
        isIntermittent: true,
        body,
        matching: { issue in
            found.withLock { $0.append(issue) }
            return true
        }
    )
    return found.withLock { $0 }
}

/// The failures of an async part of a test.
func failures(_ body: () async throws -> Void) async rethrows -> [Issue] {
    let found = Mutex<[Issue]>([])
    try await withKnownIssue(
        isIntermittent: true,
        body,
        matching: { issue in
            found.withLock { $0.append(issue) }
            return true
        }
    )
    return found.withLock { $0 }
}

extension Issue {
    /// What it says.
    var text: String { comments.map(\.rawValue).joined(separator: "\n") }
}
