// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import Synchronization

/// A proxy as its recorder's directory knows it.
protocol ListedProxy: AnyObject, Sendable {
    /// Number of the proxy in this process.
    var number: Int { get }
    /// What the proxy is now. `calls` says how often each requirement was called, by the address of its call site.
    func status(calls: [UInt: CallCount], history: [ProxyEvent]) -> ProxyStatus
    /// False once the proxy's parent object is gone, nil when it has none.
    var isOwnerAlive: Bool? { get }
    /// Reports the forward delegate's death if it is dead and nobody did so yet.
    func noticeTargetDeath()
}

/// The live proxies of one recorder, and what happened to them.
///
/// - Invariant: Callable from any thread. No proxy is retained or let go under the lock.
final class ProxyDirectory: Sendable {
    /// Events kept per live proxy.
    static let historyLimit = 64
    /// Events kept of all proxies.
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

    private let state = Mutex(State())
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
        // Copying the dictionary copies no weak reference; they are read once the lock is open.
        let entries = state.withLock { $0.entries }
        return entries.values.compactMap(\.proxy).sorted { $0.number < $1.number }
    }

    /// Numbers of the proxies that have not been deallocated.
    var numbers: Set<Int> { state.withLock { Set($0.entries.keys) } }

    func proxy(_ number: Int) -> (any ListedProxy)? {
        state.withLock { $0.entries }[number]?.proxy
    }

    // MARK: Events

    /// Adds an event, numbers and dates it, and tells the observers.
    func record(_ event: ProxyEvent) {
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
        observers.tell()
    }

    private static func append(_ event: ProxyEvent, to events: inout [ProxyEvent], limit: Int) {
        events.append(event)
        // Twice the limit, so that removing from the front costs next to nothing per event.
        if events.count >= limit * 2 { events.removeFirst(events.count - limit) }
    }

    /// What happened to one proxy: all that is kept if it lives, else what is left among the events of all.
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
