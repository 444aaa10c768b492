// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension SnapshotBudget {
    /// A limit that a text can name.
    private struct Limit {
        let name: String
        let range: ClosedRange<Int>
        let set: @Sendable (inout SnapshotBudget, Int) -> Void
    }

    private static let limits = [
        Limit(name: "textBytes", range: textByteRange) { $0.textBytes = $1 },
        Limit(name: "depth", range: depthRange) { $0.depth = $1 },
        Limit(name: "childCount", range: childCountRange) { $0.childCount = $1 },
        Limit(name: "recordBytes", range: recordByteRange) { $0.recordBytes = $1 },
        Limit(name: "milliseconds", range: 1...60_000) { $0.time = .milliseconds($1) },
    ]

    /// The accepted texts, for messages.
    package static let textForm =
        "limits such as textBytes=8192,depth=8: "
        + limits.map { "\($0.name) \($0.range.lowerBound) to \($0.range.upperBound)" }.joined(separator: ", ")

    /// The defaults, changed by a text such as `textBytes=8192,depth=8`; nil where that names no limit, one twice, or a
    /// number out of its range.
    package init?(_ text: String) {
        self.init()
        var left = Self.limits
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            // Spaces are for people.
            let sides = part.filter { $0 != " " }.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, let index = left.firstIndex(where: { $0.name == sides[0] }),
                let number = Int(sides[1]), left[index].range.contains(number)
            else { return nil }
            left.remove(at: index).set(&self, number)
        }
    }
}
