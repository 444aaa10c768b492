// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension CallTree {
    /// The same tree with its heaviest nodes only, and without nodes that have no ended call; nodes inside each other are
    /// sorted by total time, the longest first.
    ///
    /// A node weighs as much as the longest total time in it and inside it, so that none is without its parents.
    ///
    /// - Parameter limit: Most nodes that are kept.
    package func heaviest(_ limit: Int) -> CallTree {
        var weights = nodes.map(\.totalNanoseconds)
        var isUsed = nodes.map { $0.calls > 0 }
        for place in nodes.indices.reversed() {
            guard let parent = nodes[place].parent else { continue }
            weights[parent] = max(weights[parent], weights[place])
            if isUsed[place] { isUsed[parent] = true }
        }
        let used = nodes.indices.filter { isUsed[$0] }
        // A parent comes before its children, also if they weigh the same.
        let order = used.sorted { (weights[$1], $0) < (weights[$0], $1) }
        var isKept = [Bool](repeating: false, count: nodes.count)
        for place in order.prefix(limit) { isKept[place] = true }
        var tree = self
        tree.isCut = isCut || used.count > limit
        for place in nodes.indices where isKept[place] {
            tree.nodes[place].children = sorted(nodes[place].children, isKept)
        }
        tree.roots = sorted(roots, isKept)
        return tree
    }

    private func sorted(_ places: [Int], _ isKept: [Bool]) -> [Int] {
        places.filter { isKept[$0] }.sorted { (nodes[$1].totalNanoseconds, $0) < (nodes[$0].totalNanoseconds, $1) }
    }
}
