// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// The live proxies recorded by this recorder, oldest first. Omits proxies whose parent object was deallocated.
    ///
    /// Reports forward delegates found to be deallocated. Runs no code of parent objects or delegates, except that an
    /// object whose last other reference is released meanwhile is deallocated on the calling thread.
    ///
    /// - Complexity: O(proxies × requirements + invocations stored since the previous query).
    public var proxies: [ProxyStatus] { statuses(of: directory.live.filter { $0.isOwnerAlive != false }) }

    /// One live proxy; nil when no proxy has this number, or when it or its parent object was deallocated.
    public func proxy(number: Int) -> ProxyStatus? {
        directory.proxy(number).flatMap { $0.isOwnerAlive == false ? nil : statuses(of: [$0]).first }
    }

    /// Events of one proxy, oldest first: at most its last 64. For a deallocated proxy, only those among the last 1 024
    /// events of all proxies.
    public func history(ofProxy number: Int) -> [ProxyEvent] { directory.history(of: number) }

    /// Events of all proxies after the one with a given number, oldest first; at most the last 1 024.
    ///
    /// The very last ones may lack `seq` and `position`; `proxyEvents(_:)` with a query waits for them.
    public func proxyEvents(after number: UInt64 = 0) -> [ProxyEvent] { directory.events(after: number) }

    private func statuses(of proxies: [any ListedProxy]) -> [ProxyStatus] {
        proxies.forEach { $0.noticeTargetDeath() }
        countStoredCalls()
        let counts = tally.counts(of: Set(proxies.map(\.number)))
        return proxies.map { proxy in
            proxy.status(calls: counts[proxy.number] ?? [:], history: directory.history(of: proxy.number))
        }
    }

    /// Updates the call counts per proxy.
    func countStoredCalls() { tally.catchUp(engine.withDrain { $0.store.snapshot }) }

    /// Makes the recorder's thread count calls per proxy before many of them can be evicted.
    func keepTallyNear() {
        engine.progressObservers.add { [tally, weak engine] in
            guard let engine, tally.isBehind(engine.withDrain { $0.store.lastPosition }) else { return }
            tally.catchUp(engine.withDrain { $0.store.snapshot })
        }
    }
}
