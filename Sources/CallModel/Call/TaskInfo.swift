// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The Swift task of a call, as recorded.
public struct TaskInfo: Hashable, Sendable {
    /// The runtime's number of the task: counts the process's tasks from 1, and is never reused.
    public var id: UInt64
    /// The name that the program gave to the task, cut to `longestName`; nil without one. A child task doesn't inherit
    /// it.
    public var name: String?

    /// Bytes of UTF-8 that are kept of a name.
    package static let longestName = 120

    /// Creates a task from its parts.
    package init(id: UInt64, name: String?) {
        self.id = id
        self.name = name
    }

    /// Parses the text form.
    package init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard let id = parts.first.flatMap({ UInt64($0) }), id > 0 else { return nil }
        self.init(id: id, name: parts.count > 1 ? String(parts[1]) : nil)
    }

    init?(_ node: JSONNode) {
        guard let id = node["id"]?.integer(UInt64.self), id > 0 else { return nil }
        let name = node["name"]
        guard name == nil || name?.string != nil else { return nil }
        self.init(id: id, name: name?.string)
    }

    /// The number and, if there is one, the name: `12 loader`.
    package var text: String { name.map { "\(id) \($0)" } ?? "\(id)" }
}
