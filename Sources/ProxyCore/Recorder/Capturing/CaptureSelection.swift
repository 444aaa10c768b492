// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What a recorder's rules say of each call site, decided once per site and version of the rules.
///
/// - Invariant: Callable from any thread. Takes a lock only for a site's first call after a change of the rules.
final class CaptureSelection: Sendable {
    private struct State: Sendable {
        var rules = CaptureRules()
        var compiled = CompiledRules(CaptureRules())
        var version: UInt64 = 0
    }

    private let state = ForkableMutex(State())
    /// Version of the rules, from 1.
    private let version = Atomic<UInt64>(0)
    /// The decision on each site: the version of the rules, shifted by one bit, and whether the site is selected.
    private let sites = SiteTable<Atomic<UInt64>>()

    var rules: CaptureRules { state.withLock { $0.rules } }

    /// Changes the rules for calls that begin from now on.
    ///
    /// - Parameters:
    ///   - change: Runs under the lock.
    ///   - apply: Gets, under the lock, whether the new rules select every call.
    func change(_ change: (inout CaptureRules) -> Void, apply: (_ isEmpty: Bool) -> Void) {
        state.withLock { state in
            change(&state.rules)
            state.compiled = CompiledRules(state.rules)
            state.version += 1
            version.store(state.version, ordering: .releasing)
            apply(state.rules.isEmpty)
        }
    }

    /// Whether the rules select the calls of a site.
    func selects(_ site: UnsafePointer<CallSite>) -> Bool {
        // Without an entry, because the table is full, every call is compared with the patterns.
        guard let entry = sites.entry(for: UInt(bitPattern: site), make: { Atomic(0) }) else {
            return decide(site) & 1 != 0
        }
        let known = entry.pointee.value.load(ordering: .relaxed)
        if known >> 1 == version.load(ordering: .relaxed) { return known & 1 != 0 }
        let decision = decide(site)
        entry.pointee.value.store(decision, ordering: .relaxed)
        return decision & 1 != 0
    }

    @inline(never)
    private func decide(_ site: UnsafePointer<CallSite>) -> UInt64 {
        let (rules, version) = state.withLock { ($0.compiled, $0.version) }
        let selector = site.pointee.requirement.takeUnretainedValue().selector
        return version << 1 | (rules.selects(selector) ? 1 : 0)
    }
}
