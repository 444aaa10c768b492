// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// The live proxies whose calls this recorder records, oldest first; without those whose parent objects are gone.
    ///
    /// Reports forward delegates that are found to be dead. Runs no code of parent objects or of delegates; should the
    /// last other reference to one of them go at this very moment, it is deallocated on the calling thread.
    ///
    /// - Complexity: O(proxies × requirements + invocations stored since the last time).
    public var proxies: [ProxyStatus] { statuses(of: directory.live.filter { $0.isOwnerAlive != false }) }

    /// One live proxy; nil when no proxy has that number, or when it or its parent object is gone.
    public func proxy(number: Int) -> ProxyStatus? {
        directory.proxy(number).flatMap { $0.isOwnerAlive == false ? nil : statuses(of: [$0]).first }
    }

    /// What happened to one proxy, oldest first: at most its last 64 events, and once it is gone those of them that are
    /// among the last 1 024 of all proxies.
    public func history(ofProxy number: Int) -> [ProxyEvent] { directory.history(of: number) }

    /// What happened to any proxy after the event with a given number, oldest first; at most the last 1 024 events.
    public func proxyEvents(after number: UInt64 = 0) -> [ProxyEvent] { directory.events(after: number) }

    private func statuses(of proxies: [any ListedProxy]) -> [ProxyStatus] {
        proxies.forEach { $0.noticeTargetDeath() }
        countStoredCalls()
        let counts = tally.counts(of: Set(proxies.map(\.number)))
        return proxies.map { proxy in
            proxy.status(calls: counts[proxy.number] ?? [:], history: directory.history(of: proxy.number))
        }
    }

    /// Brings the counts of calls per proxy up to date.
    func countStoredCalls() { tally.catchUp(engine.withDrain { $0.store.snapshot }) }

    /// Lets the recorder's thread count calls per proxy before much of them can have been evicted.
    func keepTallyNear() {
        engine.progressObservers.add { [tally, weak engine] in
            guard let engine, tally.isBehind(engine.withDrain { $0.store.lastPosition }) else { return }
            tally.catchUp(engine.withDrain { $0.store.snapshot })
        }
    }
}
