// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

extension CallTree {
    /// The tree from the bottom up: each selector's calls are a root, and below are their callers, then the callers of
    /// these.
    ///
    /// A recursive call is in the nodes of both its own stack and the stacks around it; its duration counts once in each
    /// node, with the outermost call.
    ///
    /// - Precondition: The tree is one from the top down.
    package func inverted(nodeLimit: Int = CallTreeBuilder.nodeLimit) -> CallTree {
        precondition(direction == .topDown)
        var inversion = CallTreeInversion(self, nodeLimit: nodeLimit)
        for root in roots { inversion.visit(root) }
        return inversion.result
    }
}

/// Builds a tree from the bottom up, walking through one from the top down.
private struct CallTreeInversion {
    private struct Edge: Hashable {
        let parent: Int?
        let selector: Int
    }

    private let tree: CallTree
    private let nodeLimit: Int
    private(set) var result = CallTree()
    private var places: [Edge: Int] = [:]
    /// For each node of the result, how many nodes on the way from the root to the visited one have counted in it.
    private var counting: [Int] = []

    init(_ tree: CallTree, nodeLimit: Int) {
        self.tree = tree
        self.nodeLimit = nodeLimit
        result.direction = .bottomUp
        result.selectors = tree.selectors
        result.isCut = tree.isCut
    }

    /// Adds a node and what is inside. The tree's depth is bounded.
    mutating func visit(_ place: Int) {
        let node = tree.nodes[place]
        let chain = node.calls > 0 ? chain(of: place) : []
        for target in chain {
            count(node, in: target)
            counting[target] += 1
        }
        for child in node.children { visit(child) }
        for target in chain { counting[target] -= 1 }
    }

    /// The nodes of the result for the ends of a stack: the call alone, with its caller, and so on.
    private mutating func chain(of place: Int) -> [Int] {
        var chain: [Int] = []
        for selector in tree.stack(of: place) {
            guard let next = target(selector, inside: chain.last) else { break }
            chain.append(next)
        }
        return chain
    }

    private mutating func target(_ selector: Int, inside parent: Int?) -> Int? {
        let edge = Edge(parent: parent, selector: selector)
        if let place = places[edge] { return place }
        // Each selector has its root, so that no call is missing.
        guard parent == nil || result.nodes.count < nodeLimit else {
            result.isCut = true
            return nil
        }
        let place = result.add(selector, inside: parent)
        places[edge] = place
        counting.append(0)
        return place
    }

    private mutating func count(_ node: CallTree.Node, in target: Int) {
        result.nodes[target].calls = result.nodes[target].calls.saturatingAdding(node.calls)
        result.nodes[target].errors = result.nodes[target].errors.saturatingAdding(node.errors)
        result.nodes[target].selfNanoseconds = result.nodes[target].selfNanoseconds
            .saturatingAdding(node.selfNanoseconds)
        guard counting[target] == 0 else { return }
        result.nodes[target].totalNanoseconds = result.nodes[target].totalNanoseconds
            .saturatingAdding(node.totalNanoseconds)
    }
}
