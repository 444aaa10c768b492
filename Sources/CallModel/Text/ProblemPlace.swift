// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Where the fault is that a problem of the HTTP API tells of.
package enum ProblemPlace {
    /// `character 3` of a filter, `byte 3` of JSON; nil if the problem has no position. People count from 1.
    package static func words(of problem: JSONNode) -> String? {
        guard let position = problem["position"]?.integer(Int.self) else { return nil }
        let unit = problem["field"]?.string == "filter" ? "character" : "byte"
        return "\(unit) \(position.saturatingAdding(1))"
    }
}
