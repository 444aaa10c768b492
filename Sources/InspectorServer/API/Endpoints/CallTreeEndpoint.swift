// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `GET /api/v1/call-tree?filter=&direction=`: the stored and running calls, folded by their stacks.
enum CallTreeEndpoint {
    /// Nodes in an answer, which has about 200 bytes for each.
    private static let nodeLimit = 5_000
    /// Time limit for reading calls, as for the timeline.
    private static let mostTime = Duration.seconds(1)

    static func route(_ recorder: Recorder) -> HTTPRoute {
        HTTPRoute(.get, "/api/v1/call-tree", parameters: ["filter", "direction"]) { call in
            let filter = try call.filter()
            let direction: StackDirection = try call.choice("direction") ?? .topDown
            return .deferred { json(of: recorder.foldedCalls(matching: filter, within: mostTime), direction) }
        }
    }

    private static func json(of folded: Recorder.FoldedCalls, _ direction: StackDirection) -> HTTPResponse {
        let whole = direction == .topDown ? folded.tree : folded.tree.inverted()
        let tree = whole.heaviest(nodeLimit)
        return .json { json in
            json.member("direction", direction.rawValue)
            json.member("isComplete", folded.isComplete)
            json.member("calls", whole.calls)
            json.member("nanoseconds", whole.nanoseconds)
            json.member("isCut", tree.isCut)
            json.array("nodes") { json in
                for root in tree.roots { write(root, of: tree, to: &json) }
            }
        }.adding("Cache-Control", "no-store")
    }

    /// Writes a node and those inside; a tree's depth is bounded.
    private static func write(_ place: Int, of tree: CallTree, to json: inout JSONWriter) {
        let node = tree.nodes[place]
        json.object { json in
            json.member("protocol", tree.selectors[node.selector].protocolName)
            json.member("selector", tree.selectors[node.selector].name)
            json.member("calls", node.calls)
            json.member("errors", node.errors)
            json.member("totalNanoseconds", node.totalNanoseconds)
            json.member("selfNanoseconds", node.selfNanoseconds)
            json.array("children") { json in
                for child in node.children { write(child, of: tree, to: &json) }
            }
        }
    }
}
