// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The owner and the target of a proxy during a call.
struct ProxyRevision: Sendable {
    var proxy: Int
    var owner: String
    var target: String?
    /// Whether calls are expected on the main thread only.
    var isMainOnly = false

    /// The facts for a record.
    var facts: ProxyFacts { ProxyFacts(number: proxy, owner: owner, target: target, isMainOnly: isMainOnly) }
}

/// The revisions used by a proxy or named by a record, by number: a record contains only the number.
enum ProxyRevisions {
    private struct State {
        var revisions: [UInt32: ProxyRevision] = [:]
        var last: UInt32 = 0
    }

    private static let state = ForkableMutex(State())

    /// Registers a revision and returns its number, from 1. Numbers are not reused.
    static func add(_ revision: ProxyRevision) -> UInt32 {
        state.withLock { state in
            // After four billion revisions, all further ones share the last number.
            if state.last < .max { state.last += 1 }
            state.revisions[state.last] = revision
            return state.last
        }
    }

    /// Removes revisions that nothing refers to.
    static func remove(_ numbers: some Collection<UInt32>) {
        guard !numbers.isEmpty else { return }
        state.withLock { state in
            for number in numbers { state.revisions[number] = nil }
        }
    }

    /// Number of registered revisions.
    static var count: Int { state.withLock { $0.revisions.count } }

    static subscript(number: UInt32) -> ProxyRevision {
        state.withLock { $0.revisions[number] } ?? ProxyRevision(proxy: 0, owner: "", target: nil)
    }
}
