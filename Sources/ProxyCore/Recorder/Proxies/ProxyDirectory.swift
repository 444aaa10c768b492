// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock

/// A proxy as seen by its recorder's directory.
protocol ListedProxy: AnyObject, Sendable {
    /// Number of the proxy in this process.
    var number: Int { get }
    /// The proxy's current status. `calls` contains its call counts by the address of the call site.
    func status(calls: [UInt: CallCount], history: [ProxyEvent]) -> ProxyStatus
    /// False once the proxy's parent object was deallocated; nil without a parent object.
    var isOwnerAlive: Bool? { get }
    /// Reports the forward delegate's deallocation, unless already reported.
    func noticeTargetDeath()
}

/// The live proxies of one recorder, and the events of all its proxies.
///
/// - Invariant: Callable from any thread. No proxy is retained or released under the lock.
final class ProxyDirectory: Sendable {
    /// Events kept per live proxy.
    static let historyLimit = 64
    /// Events kept for all proxies together.
    static let eventLimit = 1_024

    private struct Entry: @unchecked Sendable {
        // Sendable: weak references are atomic, and proxies are Sendable.
        weak var proxy: (any ListedProxy)?
        var history: [ProxyEvent] = []
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var events: [ProxyEvent] = []
        var lastNumber: UInt64 = 0
    }

    private let state = ForkableMutex(State())
    let observers = ObserverList()

    func add(_ proxy: any ListedProxy) {
        let entry = Entry(proxy: proxy)
        let number = proxy.number
        state.withLock { $0.entries[number] = entry }
    }

    func remove(_ number: Int) {
        state.withLock { _ = $0.entries.removeValue(forKey: number) }
    }

    /// The live proxies, oldest first.
    var live: [any ListedProxy] {
        // Copying the dictionary loads no weak reference; they are loaded after the lock is released.
        let entries = state.withLock { $0.entries }
        return entries.values.compactMap(\.proxy).sorted { $0.number < $1.number }
    }

    /// Numbers of the proxies that are not deallocated.
    var numbers: Set<Int> { state.withLock { Set($0.entries.keys) } }

    func proxy(_ number: Int) -> (any ListedProxy)? {
        state.withLock { $0.entries }[number]?.proxy
    }

    // MARK: Events

    /// Numbers and dates an event, and adds it. The caller notifies the observers.
    func note(_ event: ProxyEvent) {
        var event = event
        event.occurredAtNanoseconds = cclock_realtime_nanoseconds()
        state.withLock { [event] state in
            var event = event
            state.lastNumber += 1
            event.number = state.lastNumber
            Self.append(event, to: &state.events, limit: Self.eventLimit)
            state.entries[event.proxy]?.history.append(event)
            if let length = state.entries[event.proxy]?.history.count, length > Self.historyLimit {
                state.entries[event.proxy]?.history.removeFirst()
            }
        }
    }

    private static func append(_ event: ProxyEvent, to events: inout [ProxyEvent], limit: Int) {
        events.append(event)
        // Trim only at twice the limit, which makes removing from the front cheap per event.
        if events.count >= limit * 2 { events.removeFirst(events.count - limit) }
    }

    /// Events of one proxy: its own list while it lives, otherwise the remaining ones among the events of all proxies.
    func history(of proxy: Int) -> [ProxyEvent] {
        state.withLock { state in
            state.entries[proxy]?.history ?? state.events.suffix(Self.eventLimit).filter { $0.proxy == proxy }
        }
    }

    func events(after number: UInt64) -> [ProxyEvent] {
        state.withLock { state in
            Array(state.events.suffix(Self.eventLimit).drop { $0.number <= number })
        }
    }
}
