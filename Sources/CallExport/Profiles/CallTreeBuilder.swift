// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import ProxyCore

/// Folds calls into a tree.
///
/// Calls come in the order of their starts, so that a call follows those in which it was made. A call whose parent was
/// skipped is inside the nearest call that was not; one whose parents are unknown is a root.
///
/// Memory is bounded by the running calls and by the limits below, not by the number of calls: a call that ended before
/// the present one started can't be its parent, except by inaccurate clocks or in an import, and is forgotten some time
/// later.
package struct CallTreeBuilder: Sendable {
    /// Most frames of a stack. What is deeper counts as calls and time of the call at this depth.
    package static let depthLimit = 256
    /// Most different stacks. Calls that would make another one, and their time, count for the calls in which they were
    /// made.
    package static let nodeLimit = 200_000
    /// Calls that are remembered beyond their ends.
    private static let memory: UInt64 = 32_768

    /// A call in which others may be made.
    private struct Frame: Sendable {
        /// Number of the call among those that were added.
        var ordinal: UInt64
        /// Place of the node whose children the calls inside have; nil for none.
        var node: Int?
        var depth: Int
        /// End on the recorder's clock; the largest number while running.
        var end: UInt64
        /// Up to where calls inside have covered the time of this one.
        var covered: UInt64
        /// For a call that is not in the tree, the nearest call around it that is; 0 for none.
        var substitute: UInt64?
    }

    private struct Edge: Hashable, Sendable {
        let parent: Int?
        let selector: Int
    }

    /// The tree of the calls so far, from the top down.
    package private(set) var tree = CallTree()
    private var selectors: [Selector: Int] = [:]
    private var places: [Edge: Int] = [:]
    private var frames: [UInt64: Frame] = [:]
    /// Calls so far. Keys of calls of several processes are in no order.
    private var added: UInt64 = 0
    private var sweepCount = 2 * Int(memory)
    private let nodeLimit: Int

    /// - Parameter nodeLimit: Most different stacks. Default 200 000.
    package init(nodeLimit: Int = Self.nodeLimit) { self.nodeLimit = nodeLimit }

    /// Adds a call. A running one is a frame of the calls inside, and has no weight.
    package mutating func add(_ call: Invocation) {
        sweep(before: call)
        let outer = call.parent.flatMap { frames[$0.key] }
        let depth = (outer?.depth ?? 0) + 1
        guard depth <= Self.depthLimit, let node = node(of: call.selector, inside: outer?.node) else {
            return cut(call)
        }
        let start = call.startOffsetNanoseconds
        var end = UInt64.max
        if let duration = call.durationNanoseconds {
            end = start.saturatingAdding(duration)
            count(call, duration, in: node)
            if let parent = call.parent?.key { cover(outer?.substitute ?? parent, from: start, to: end) }
        }
        frames[call.key] = Frame(ordinal: added, node: node, depth: depth, end: end, covered: start)
    }

    /// Notes a call that is left out, for the calls made inside.
    package mutating func skip(_ call: Invocation) {
        sweep(before: call)
        let outer = call.parent.flatMap { frames[$0.key] }
        frames[call.key] = Frame(
            ordinal: added,
            node: outer?.node,
            depth: outer?.depth ?? 0,
            end: call.durationNanoseconds.map { call.startOffsetNanoseconds.saturatingAdding($0) } ?? .max,
            covered: 0,
            substitute: outer.map { $0.substitute ?? call.parent?.key ?? 0 } ?? 0
        )
    }

    /// Notes a call whose stack is not in the tree. Its time is that of the call around it, as it covers nothing of it.
    private mutating func cut(_ call: Invocation) {
        tree.isCut = true
        skip(call)
        // None if there are too many roots.
        guard call.durationNanoseconds != nil, let node = frames[call.key]?.node else { return }
        countCall(call, in: node)
    }

    // MARK: Nodes

    private mutating func node(of selector: Selector, inside parent: Int?) -> Int? {
        let known = selectors[selector]
        if let known, let place = places[Edge(parent: parent, selector: known)] { return place }
        guard tree.nodes.count < nodeLimit else { return nil }
        let selectorPlace = known ?? tree.selectors.count
        if known == nil {
            selectors[selector] = selectorPlace
            tree.selectors.append(selector)
        }
        let place = tree.add(selectorPlace, inside: parent)
        places[Edge(parent: parent, selector: selectorPlace)] = place
        return place
    }

    private mutating func count(_ call: Invocation, _ duration: UInt64, in node: Int) {
        countCall(call, in: node)
        tree.nodes[node].totalNanoseconds = tree.nodes[node].totalNanoseconds.saturatingAdding(duration)
        tree.nodes[node].selfNanoseconds = tree.nodes[node].selfNanoseconds.saturatingAdding(duration)
    }

    private mutating func countCall(_ call: Invocation, in node: Int) {
        tree.nodes[node].calls += 1
        if call.state == .threw { tree.nodes[node].errors += 1 }
    }

    // MARK: Self time

    /// Takes the time of a call from the self time of the one around it, once where several calls inside overlap.
    private mutating func cover(_ seq: UInt64, from start: UInt64, to end: UInt64) {
        guard var frame = frames[seq], frame.end != .max, let node = frame.node else { return }
        let start = max(start, frame.covered)
        let end = min(end, frame.end)
        guard end > start else { return }
        tree.nodes[node].selfNanoseconds = tree.nodes[node].selfNanoseconds.saturatingSubtracting(end - start)
        frame.covered = end
        frames[seq] = frame
    }

    // MARK: Memory

    /// Calls that are remembered now.
    var rememberedCount: Int { frames.count }

    /// Counts a call. Forgets old ones that can't be parents any more, whenever their number has doubled.
    private mutating func sweep(before call: Invocation) {
        added += 1
        guard frames.count >= sweepCount else { return }
        frames = frames.filter { _, frame in
            frame.end >= call.startOffsetNanoseconds || frame.ordinal + Self.memory >= added
        }
        sweepCount = max(sweepCount, 2 * frames.count)
    }
}
