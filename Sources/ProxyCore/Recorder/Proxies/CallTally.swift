// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// How often one requirement of one proxy was called.
struct CallCount: Sendable {
    var calls: UInt64 = 0
    var unanswered: UInt64 = 0

    mutating func add(_ other: CallCount) {
        calls += other.calls
        unanswered += other.unanswered
    }
}

/// Counts recorded calls by proxy and requirement.
///
/// It reads the store after the fact, in steps, so that neither a call nor the drain's merge pays for it. Calls that
/// are evicted or cleared before it gets to them are missing; it is kept from falling that far behind.
final class CallTally: Sendable {
    /// Invocations that may be stored before they are counted.
    static let lag: UInt64 = 16_384

    private struct Key: Hashable {
        let site: UInt
        let revision: UInt32
    }

    private struct State {
        var position: UInt64 = 0
        var counts: [Key: CallCount] = [:]
        var pruneAt = 4_096
    }

    private let state = Mutex(State())
    private let directory: ProxyDirectory

    init(directory: ProxyDirectory) { self.directory = directory }

    /// Whether so many invocations wait to be counted that it should be done now.
    func isBehind(_ position: UInt64) -> Bool { state.withLock { position >= $0.position + Self.lag } }

    /// Counts what was stored since the last time.
    func catchUp(_ snapshot: StoreSnapshot) {
        state.withLock { state in
            guard snapshot.lastPosition > state.position else { return }
            // Calls of one requirement come in runs.
            var key = Key(site: 0, revision: 0)
            var run = CallCount()
            snapshot.forEachCompleted(from: state.position + 1) { record in
                let header = record.header
                let next = Key(site: header.site, revision: header.revision)
                if next != key {
                    if run.calls > 0 { state.counts[key, default: CallCount()].add(run) }
                    (key, run) = (next, CallCount())
                }
                run.calls += 1
                if header.path == Invocation.ReturnPath.none.rawValue { run.unanswered += 1 }
                return true
            }
            if run.calls > 0 { state.counts[key, default: CallCount()].add(run) }
            state.position = snapshot.lastPosition
            if state.counts.count > state.pruneAt { prune(&state) }
        }
    }

    /// Forgets the calls of proxies that are gone.
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
