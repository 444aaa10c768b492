// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// The bounds of a request, for each server: its own calls are compared by their ids, those of others by their starts.
struct AskingBounds {
    enum Side { case before, after }

    private struct Bound {
        let id: InvocationID
        let server: Int
        /// Start in nanoseconds since 1970, a whole number of microseconds.
        let start: Int64
    }

    private let filter: InvocationFilter
    private var after: Bound?
    private var before: Bound?

    /// - Throws: If a server doesn't tell where its call is.
    init(_ history: AskingHistory, _ request: HistoryRequest) throws(AskedFailure) {
        filter = request.filter
        if request.after > 0 { after = try Self.bound(request.after, history) }
        if request.before < .max { before = try Self.bound(request.before, history) }
    }

    /// Nil for a key that none of the servers has given.
    private static func bound(_ key: UInt64, _ history: AskingHistory) throws(AskedFailure) -> Bound? {
        let id = history.id(ofKey: key)
        guard let server = history.server(ofRun: id.run) else { return nil }
        return Bound(id: id, server: server.index, start: try history.start(ofKey: key))
    }

    /// The id of a bound, for the server that has the call.
    func id(of side: Side, for server: AskedServer) -> String? {
        guard let bound = side == .before ? before : after, bound.server == server.index else { return nil }
        return bound.id.description
    }

    /// The filter with the bounds that the server doesn't know by an id; nil if all calls pass.
    func filter(for server: AskedServer) -> String? {
        var terms = filter.isEverything ? [] : ["(\(filter))"]
        // Of the same microsecond, the calls of later servers come later.
        if let after, after.server != server.index {
            terms.append("since:\(Instant.text(after.start.saturatingAdding(server.index > after.server ? 0 : 1_000)))")
        }
        if let before, before.server != server.index {
            terms.append(
                "-since:\(Instant.text(before.start.saturatingAdding(server.index < before.server ? 1_000 : 0)))"
            )
        }
        return terms.isEmpty ? nil : terms.joined(separator: " ")
    }
}
