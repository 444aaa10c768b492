// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import ProxyCore

/// Calls folded by their stacks: one node for all calls of a selector that were made inside the same calls.
///
/// A call's stack is the chain of the calls in which it was made. Times are nanoseconds on the recorder's monotonic
/// clock. A `CallTreeBuilder` makes a tree.
package struct CallTree: Sendable {
    /// The calls of one selector with one stack.
    package struct Node: Sendable {
        /// Place in `selectors`.
        package var selector: Int
        /// Place of the enclosing node, which comes before this one; nil for a root.
        package var parent: Int?
        /// Places of the nodes inside this one, in the order in which they appeared.
        package var children: [Int] = []
        /// Calls that have ended, with those inside whose stacks are not in the tree.
        package var calls: UInt64 = 0
        /// Those of the calls that threw.
        package var errors: UInt64 = 0
        /// Sum of the durations; in a tree from the bottom up, a call inside a counted one of the same node adds nothing.
        package var totalNanoseconds: UInt64 = 0
        /// Sum of the durations without the parts that calls directly inside cover.
        package var selfNanoseconds: UInt64 = 0
    }

    /// Whether the roots are the outermost calls, or all calls with their callers below them.
    package internal(set) var direction = StackDirection.topDown
    /// All selectors of the tree, each once.
    package internal(set) var selectors: [Selector] = []
    /// All nodes; a node comes after the one that encloses it.
    package internal(set) var nodes: [Node] = []
    /// Places of the outermost nodes.
    package internal(set) var roots: [Int] = []
    /// Whether stacks were left out that were too deep or too many; their calls count for the calls around them.
    package internal(set) var isCut = false

    /// Calls in the tree that have ended.
    package var calls: UInt64 { sum(\.calls) }

    /// Sum of the self times: the time spent in calls. Calls that run at the same time add up.
    package var nanoseconds: UInt64 { sum(\.selfNanoseconds) }

    /// From the top down, every call is in one node; from the bottom up, in one root.
    private func sum(_ count: KeyPath<Node, UInt64>) -> UInt64 {
        direction == .topDown
            ? nodes.reduce(0) { $0.saturatingAdding($1[keyPath: count]) }
            : roots.reduce(0) { $0.saturatingAdding(nodes[$1][keyPath: count]) }
    }

    /// Appends a node without calls, and returns its place.
    mutating func add(_ selector: Int, inside parent: Int?) -> Int {
        let place = nodes.count
        nodes.append(Node(selector: selector, parent: parent))
        if let parent { nodes[parent].children.append(place) } else { roots.append(place) }
        return place
    }

    /// The selectors of a node's stack as places in `selectors`, the node's own one first.
    func stack(of place: Int) -> [Int] {
        var stack: [Int] = []
        var next: Int? = place
        while let place = next {
            stack.append(nodes[place].selector)
            next = nodes[place].parent
        }
        return stack
    }
}

extension Selector {
    /// Protocol and name, which identify a frame of a stack.
    var frameName: String { "\(protocolName).\(name)" }
}
