// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A decoded request target: path and query.
struct HTTPTarget: Sendable {
    /// One name=value pair of the query.
    struct QueryItem: Sendable, Hashable {
        let name: String
        let value: String
    }

    /// The path as sent.
    let path: String
    /// The decoded parts of the path between slashes; `/` has none. An encoded slash is not a separator.
    let segments: [String]
    /// The query's pairs in order, including duplicates.
    let query: [QueryItem]
}
