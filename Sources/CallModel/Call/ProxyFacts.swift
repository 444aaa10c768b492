// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a record stores about the proxy that was called.
package struct ProxyFacts: Hashable, Sendable {
    /// Number of the proxy in its process, from 1; 0 for a call that an interposer recorded.
    package var number: Int
    /// Type of the parent object, or of the proxy if it has none.
    package var owner: String
    /// Type of the forward delegate at the time of the call, nil when there was none.
    package var target: String?
    /// Whether calls are expected on the main thread only.
    package var isMainOnly: Bool

    package init(number: Int, owner: String, target: String?, isMainOnly: Bool) {
        self.number = number
        self.owner = owner
        self.target = target
        self.isMainOnly = isMainOnly
    }
}

extension Invocation {
    /// The proxy's facts. `isMainOnly` is inferred from the invocation's findings.
    package var proxyFacts: ProxyFacts {
        ProxyFacts(number: proxy, owner: owner, target: target, isMainOnly: findings.contains(.offMain))
    }
}
