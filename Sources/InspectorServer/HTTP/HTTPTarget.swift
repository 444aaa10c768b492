// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a request asks for: path and query, decoded.
struct HTTPTarget: Sendable {
    /// One name=value pair of the query.
    struct QueryItem: Sendable, Hashable {
        let name: String
        let value: String
    }

    /// The path as sent.
    let path: String
    /// The parts between the slashes of the path, decoded; `/` has none. An encoded slash does not divide.
    let segments: [String]
    /// The pairs of the query in order, duplicates included.
    let query: [QueryItem]
}
