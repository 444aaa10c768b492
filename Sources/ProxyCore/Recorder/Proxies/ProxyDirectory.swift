// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import Synchronization

/// A proxy as seen by its recorder's directory.
protocol ListedProxy: AnyObject, Sendable {
    /// Number of the proxy in this process.
    var number: Int { get }
    /// The proxy's current status. `calls` contains its call counts by the address of the call site.
    func status(calls: [UInt: CallCount], history: [ProxyEvent]) -> ProxyStatus
    /// Where it is.
    var listedState: ProxyStatus.State { get }
    /// False once the proxy's parent object was deallocated; nil without a parent object.
    var isOwnerAlive: Bool? { get }
    /// Reports the forward delegate's deallocation, unless already reported.
    func noticeTargetDeath()
    /// Its requirements.
    var sites: [UnsafePointer<CallSite>] { get }
    /// Lets rules act on its later calls.
    func adopt(_ edition: RuleBook.Edition, of book: RuleBook)
}

/// The live proxies of one recorder, and the events of all its proxies.
///
/// - Invariant: Callable from any thread. No proxy is retained or released under the lock.
final class ProxyDirectory: Sendable {
    /// Events kept per live proxy.
    static let historyLimit = 64
    /// Events kept for all proxies together.
    static let eventLimit = 1_024
    /// Events kept for a sink that has not stored them yet.
    private static let backlogLimit = 65_536
    /// Places of forgotten events that are known, of 16 bytes each.
    private static let forgottenLimit = 4_096

    private struct Entry: @unchecked Sendable {
        // Sendable: weak references are atomic, and proxies are Sendable.
        weak var proxy: (any ListedProxy)?
        var history: [ProxyEvent] = []
    }

    /// An event that has no place among the calls yet.
    struct PendingEvent: Sendable {
        let number: UInt64
        /// Reading of the counter that also times the calls.
        let ticks: UInt64
    }

    /// The place of an event among the calls: the last ones that had started and completed before it.
    struct EventPlace: Sendable {
        let number: UInt64
        let seq: UInt64
        let position: UInt64
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var events: [ProxyEvent] = []
        var lastNumber: UInt64 = 0
        /// The last events, which have no place yet.
        var pending: [PendingEvent] = []
        /// Lower bounds of the places of all later events.
        var seq: UInt64 = 0
        var position: UInt64 = 0
        /// The places of events that were forgotten: at each position that of the last one, ascending.
        var forgotten: [StreamPlace] = []
        /// Number of the last event that was cleared.
        var clearedThrough: UInt64 = 0
        /// Number of the last event that the sink has stored; nil without a sink.
        var sunkThrough: UInt64?

        /// Number of the last event that is no longer stored.
        var evictedThrough: UInt64 {
            max(clearedThrough, (events.suffix(ProxyDirectory.eventLimit).first?.number ?? lastNumber + 1) - 1)
        }

        /// The position of an event, or of a later one if it was forgotten; nil while it has none.
        func position(ofEvent number: UInt64) -> UInt64? {
            guard let first = events.first, number >= first.number else {
                return number == 0 ? 0 : forgotten.last?.position ?? 0
            }
            let index = Int(clamping: number - first.number)
            guard events.indices.contains(index) else { return nil }
            // Of more events than are kept, the first get no place.
            let isForgotten = number < pending.first?.number ?? lastNumber + 1
            return events[index].position ?? (isForgotten ? position : nil)
        }

        /// Forgets the oldest events, except for where they stood.
        mutating func forget(_ count: Int) {
            for event in events.prefix(count) {
                let place = StreamPlace(position: event.position ?? position, number: event.number)
                if forgotten.last?.position == place.position { forgotten.removeLast() }
                forgotten.append(place)
            }
            events.removeFirst(count)
            guard forgotten.count >= ProxyDirectory.forgottenLimit else { return }
            // Every second one, and the last. Without the others, fewer events count as earlier than a call.
            let last = forgotten.count - 1
            forgotten = forgotten.indices.filter { (last - $0).isMultiple(of: 2) }.map { forgotten[$0] }
        }
    }

    private let state = ForkableMutex(State())
    /// Whether events may lack a place, readable without the lock.
    private let isAnyPending = Atomic<Bool>(false)
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

    /// The requirements of the live proxies, each once.
    var sites: [UnsafePointer<CallSite>] {
        var known: Set<UnsafePointer<CallSite>> = []
        return live.flatMap(\.sites).filter { known.insert($0).inserted }
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
            // Read under the lock, so that the readings are in the order of the numbers.
            state.pending.append(PendingEvent(number: event.number, ticks: cclock_ticks()))
            // A program without calls and readers never asks for places; evicted events need none.
            let limit = state.sunkThrough == nil ? Self.eventLimit : Self.backlogLimit
            if state.pending.count >= limit * 2 { state.pending.removeFirst(state.pending.count - limit) }
            isAnyPending.store(true, ordering: .releasing)
            Self.append(event, to: &state)
            state.entries[event.proxy]?.history.append(event)
            if let length = state.entries[event.proxy]?.history.count, length > Self.historyLimit {
                state.entries[event.proxy]?.history.removeFirst()
            }
        }
    }

    private static func append(_ event: ProxyEvent, to state: inout State) {
        state.events.append(event)
        // Trim only at twice the limit, which makes removing from the front cheap per event.
        guard state.events.count >= eventLimit * 2 else { return }
        var forgotten = state.events.count - eventLimit
        if let sunk = state.sunkThrough {
            let stored = Int(clamping: (sunk + 1).saturatingSubtracting(state.events[0].number))
            forgotten = max(min(forgotten, stored), state.events.count - backlogLimit)
            guard forgotten >= eventLimit else { return }
        }
        state.forget(forgotten)
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

    /// The events that a sink has not stored, as far as they are kept and have a place among the calls.
    func unsunkEvents(after number: UInt64) -> [ProxyEvent] {
        state.withLock { state in
            let start = max(number, state.clearedThrough)
            return Array(state.events.drop { $0.number <= start }.prefix { $0.position != nil })
        }
    }

    /// Whether there are events up to a number that a sink has not stored, with or without a place among the calls.
    func hasUnsunkEvents(after number: UInt64, through last: UInt64) -> Bool {
        state.withLock { state in
            let start = max(number, state.clearedThrough)
            return state.events.contains { start < $0.number && $0.number <= last }
        }
    }

    /// Keeps events until a sink has stored them.
    ///
    /// - Parameter number: Number of the last event that it has stored; nil when there is no sink any more.
    func setSunk(through number: UInt64?) { state.withLock { $0.sunkThrough = number } }

    // MARK: Places among the calls

    /// Whether some events have no place yet.
    var hasPendingEvents: Bool { isAnyPending.load(ordering: .acquiring) }

    /// The events without a place, oldest first.
    var pendingEvents: [PendingEvent] { hasPendingEvents ? state.withLock { $0.pending } : [] }

    /// Gives events their places, which never change again.
    ///
    /// - Parameters:
    ///   - places: The places of pending events, in the order of their numbers. Places of other events are ignored.
    ///   - position: A position that a reader has reached: all later places are at or after it.
    /// - Returns: That position or a later one for which the same holds, and the number of the last event with a place.
    @discardableResult
    func settle(_ places: [EventPlace], through position: UInt64) -> (position: UInt64, number: UInt64) {
        state.withLock { state in
            for place in places {
                guard let first = state.pending.first else { break }
                guard place.number >= first.number else { continue }
                // Numbers are consecutive; only the oldest pending ones may have been forgotten.
                state.pending.removeFirst(Int(min(place.number - first.number + 1, UInt64(state.pending.count))))
                state.seq = max(state.seq, place.seq)
                state.position = max(state.position, place.position)
                Self.settle(place.number, &state)
            }
            state.position = max(state.position, position)
            if state.pending.isEmpty { isAnyPending.store(false, ordering: .releasing) }
            return (state.position, (state.pending.first?.number ?? state.lastNumber + 1) - 1)
        }
    }

    private static func settle(_ number: UInt64, _ state: inout State) {
        // Numbers are consecutive.
        guard let first = state.events.first, number >= first.number else { return }
        let index = Int(number - first.number)
        guard state.events.indices.contains(index) else { return }
        state.events[index].seq = state.seq
        state.events[index].position = state.position
        let event = state.events[index]
        if let place = state.entries[event.proxy]?.history.lastIndex(where: { $0.number == number }) {
            state.entries[event.proxy]?.history[place] = event
        }
    }

    /// The stored events with a place, oldest first, without cleared ones.
    ///
    /// - Parameters:
    ///   - number: Only later events.
    ///   - position: Only events at or before this position.
    func placedEvents(after number: UInt64 = 0, through position: UInt64 = .max) -> [ProxyEvent] {
        state.withLock { state in
            let start = max(number, state.clearedThrough)
            // New events are at the end.
            let kept = state.events.suffix(Self.eventLimit)
            guard let last = kept.last, last.number > start else { return [] }
            return kept.drop { $0.number <= start }.filter { $0.position.map { $0 <= position } ?? false }
        }
    }

    /// Number of the last event that is no longer stored, because it was evicted or cleared.
    var evictedThrough: UInt64 { state.withLock { $0.evictedThrough } }

    /// Number of the last event that is no longer stored, among those at or before a position.
    func evictedThrough(position: UInt64) -> UInt64 {
        state.withLock { state in
            let last = state.evictedThrough
            return state.position(ofEvent: last).map { $0 <= position } ?? false ? last : 0
        }
    }

    /// Number of the last event that belongs before the call at a position, whether or not it is still stored. Lower
    /// for a call of long ago, whose events were forgotten, so that no missed event counts as received.
    func lastNumber(before position: UInt64) -> UInt64 {
        state.withLock { state in
            let last = state.events.last { $0.position.map { $0 < position } ?? false }
            return last?.number ?? state.forgotten.last { $0.position < position }?.number ?? 0
        }
    }

    /// Whether the events up to a number are exactly those that belong before the calls after a position.
    func isOrdered(_ number: UInt64, at position: UInt64) -> Bool {
        state.withLock { state in
            guard let last = state.position(ofEvent: number), last <= position else { return false }
            // Events without a place get one at or after `state.position`.
            return number >= state.lastNumber || state.position(ofEvent: number + 1) ?? state.position >= position
        }
    }

    /// Number of the last event; 0 when there was none.
    var lastNumber: UInt64 { state.withLock { $0.lastNumber } }

    /// Number of the last event that was cleared; 0 when none was.
    var clearedThrough: UInt64 { state.withLock { $0.clearedThrough } }

    /// Removes all events from lists and streams. The proxies keep their histories.
    func clearEvents() { state.withLock { $0.clearedThrough = $0.lastNumber } }
}
