// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Number of calls of one requirement of one proxy.
struct CallCount: Sendable {
    var calls: UInt64 = 0
    var unanswered: UInt64 = 0

    mutating func add(_ other: CallCount) {
        calls += other.calls
        unanswered += other.unanswered
    }
}

extension CallCount {
    /// A single call.
    fileprivate init(of header: StoredHeader) {
        calls = 1
        unanswered = header.path == Invocation.ReturnPath.none.rawValue ? 1 : 0
    }
}

/// Counts recorded calls by proxy and requirement.
///
/// It reads the store afterwards and in steps, which keeps the cost off the calls and the drain's merge. Calls evicted
/// or cleared before they are counted are missing; `lag` keeps this from happening normally.
final class CallTally: Sendable {
    /// Number of uncounted invocations at which counting is due.
    static let lag: UInt64 = 16_384

    private struct Key: Hashable {
        let site: UInt
        let revision: UInt32
    }

    /// The counts of the keys that came last. Consecutive calls are of few requirements, and to hash the key of each
    /// takes longer than all the rest.
    private struct RecentCounts {
        private var places: [(key: Key, count: CallCount)] = .init(
            repeating: (Key(site: 0, revision: 0), CallCount()),
            count: 16
        )

        /// Adds a count, and passes on the one that was in its place.
        @inline(__always)
        mutating func add(_ count: CallCount, of key: Key, passing pass: (Key, CallCount) -> Void) {
            let place = Int(truncatingIfNeeded: ((key.site ^ UInt(key.revision)) &* 0x9E37_79B9_7F4A_7C15) >> 60)
            if places[place].key != key {
                if places[place].count.calls > 0 { pass(places[place].key, places[place].count) }
                places[place] = (key, CallCount())
            }
            places[place].count.add(count)
        }

        func flush(_ pass: (Key, CallCount) -> Void) {
            for (key, count) in places where count.calls > 0 { pass(key, count) }
        }
    }

    private struct State {
        var position: UInt64 = 0
        var counts: [Key: CallCount] = [:]
        var pruneAt = 4_096
    }

    private let state = ForkableMutex(State())
    private let directory: ProxyDirectory

    init(directory: ProxyDirectory) { self.directory = directory }

    /// Whether counting is due.
    func isBehind(_ position: UInt64) -> Bool { state.withLock { position >= $0.position + Self.lag } }

    /// Counts the invocations stored since the last time.
    func catchUp(_ snapshot: StoreSnapshot) {
        state.withLock { state in
            guard snapshot.lastPosition > state.position else { return }
            var recent = RecentCounts()
            snapshot.forEachCompleted(from: state.position + 1) { record in
                let header = record.header
                let key = Key(site: header.site, revision: header.revision)
                recent.add(CallCount(of: header), of: key) { state.counts[$0, default: CallCount()].add($1) }
                return true
            }
            recent.flush { state.counts[$0, default: CallCount()].add($1) }
            state.position = snapshot.lastPosition
            if state.counts.count > state.pruneAt { prune(&state) }
        }
    }

    /// Drops the counts of deallocated proxies. If even the revision was removed, it belongs to no proxy.
    private func prune(_ state: inout State) {
        let live = directory.numbers
        state.counts = state.counts.filter { live.contains(ProxyRevisions[$0.key.revision].proxy) }
        state.pruneAt = max(4_096, state.counts.count * 2)
    }

    /// The calls of the given proxies, by proxy and by the address of the call site.
    func counts(of proxies: Set<Int>) -> [Int: [UInt: CallCount]] {
        state.withLock { state in
            var result: [Int: [UInt: CallCount]] = [:]
            for (key, count) in state.counts {
                let proxy = ProxyRevisions[key.revision].proxy
                guard proxies.contains(proxy) else { continue }
                result[proxy, default: [:]][key.site, default: CallCount()].add(count)
            }
            return result
        }
    }
}
