// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Which owner and which target a proxy had during a call.
struct ProxyRevision: Sendable {
    var proxy: Int
    var owner: String
    var target: String?
    /// Whether calls are expected on the main thread only.
    var isMainOnly = false

    /// What a record says of it.
    var facts: ProxyFacts { ProxyFacts(number: proxy, owner: owner, target: target, isMainOnly: isMainOnly) }
}

/// All revisions of the process, by number: records carry the number only.
enum ProxyRevisions {
    private static let state = Mutex<[ProxyRevision]>([])

    /// Registers a revision and gives it its number.
    static func add(_ revision: ProxyRevision) -> UInt32 {
        state.withLock { revisions in
            revisions.append(revision)
            return UInt32(revisions.count - 1)
        }
    }

    static subscript(number: UInt32) -> ProxyRevision {
        state.withLock { $0[Int(number)] }
    }
}
