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
            // Batch consecutive calls of one requirement, which are common.
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
