// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import CThread
internal import Synchronization

/// The rules for calls that an interposer records. They can wait and be noted, but not be changed.
///
/// - Invariant: Callable from any thread. A call of a requirement without rules takes a lock only the first time after a
///   change of the rules. No rule acts on calls that the handler of a signal makes: it may have interrupted a thread that
///   has the lock, or that is allocating.
final class InterposedRules: @unchecked Sendable {
    // Sendable: atomics, and a state behind a mutex. The table behind the pointer is never replaced.

    private struct State: Sendable {
        var edition = RuleBook.Edition(version: 0, rules: [])
        var sites: [SiteReference: SiteRules] = [:]
        /// Requirements that were called, as far as the filter of a rule passes calls of them.
        var called: Set<SiteReference> = []
        /// What rules did with calls under way.
        var notes: [Call: Note] = [:]
    }

    /// What rules did with one call.
    struct Note: Sendable {
        let rules: RuleNote
        /// Counter reading when the rules let it go to its target.
        let targetStart: UInt64
    }

    private struct Call: Hashable {
        let ring: UInt
        let number: UInt64
    }

    /// Calls whose notes are kept; more are under way only if many were left without a return.
    private static let noteLimit = 4_096

    /// Whether there are rules.
    let isActive = Atomic<Bool>(false)
    private let state = ForkableMutex(State())
    private let version = Atomic<UInt64>(0)
    /// By site: the version of the rules, shifted by one bit, and whether one of them may act. Created with the first rule.
    private let decisions = Atomic<UnsafeMutablePointer<SiteTable<Atomic<UInt64>>>?>(nil)

    deinit {
        guard let decisions = decisions.load(ordering: .relaxed) else { return }
        decisions.deinitialize(count: 1)
        decisions.deallocate()
    }

    func change(_ edition: RuleBook.Edition) {
        state.withLock { state in
            guard state.edition.version < edition.version else { return }
            if decisions.load(ordering: .relaxed) == nil {
                let table = UnsafeMutablePointer<SiteTable<Atomic<UInt64>>>.allocate(capacity: 1)
                table.initialize(to: SiteTable())
                decisions.store(table, ordering: .releasing)
            }
            state.edition = edition
            state.sites = [:]
            version.store(edition.version, ordering: .releasing)
            isActive.store(edition.rules.contains { $0.rule.isEnabled }, ordering: .releasing)
        }
    }

    /// The requirements that were called since there are rules, as far as the filter of one passes calls of them.
    var sites: [UnsafePointer<CallSite>] { state.withLock { $0.called.map(\.pointer) } }

    /// The rules for a requirement; nil when none may act.
    @inline(never)
    func rules(for site: UnsafePointer<CallSite>, _ book: RuleBook) -> SiteRules? {
        let decisions = decisions.load(ordering: .acquiring)
        let word = decisions?.pointee.knownEntry(for: UInt(bitPattern: site))?.pointee.value.load(ordering: .relaxed)
        let isDecided = word.map { $0 >> 1 } == version.load(ordering: .relaxed)
        if isDecided, word.map({ $0 & 1 }) == 0 { return nil }
        guard !cthread_is_in_handler() else { return nil }
        if isDecided { return state.withLock { $0.sites[SiteReference(site)] } }
        let entry = decisions?.pointee.entry(for: UInt(bitPattern: site)) { Atomic(0) }
        let edition = state.withLock { $0.edition }
        let found = SiteRules.make(site, edition.rules, book)
        let isMeant = edition.rules.contains { rule in
            if case .passesNone = rule.verdict(at: site) { false } else { true }
        }
        state.withLock { state in
            if isMeant { state.called.insert(SiteReference(site)) }
            guard state.edition.version == edition.version else { return }
            if let found { state.sites[SiteReference(site)] = found }
            entry?.pointee.value.store(edition.version << 1 | (found == nil ? 0 : 1), ordering: .relaxed)
        }
        return found
    }

    // MARK: Notes

    /// Keeps what rules did with a call that goes to its target now.
    func keep(_ note: RuleNote, of token: CallToken) {
        guard let ring = token.ring else { return }
        let call = Call(ring: UInt(bitPattern: ring), number: token.call)
        state.withLock { state in
            if state.notes.count >= Self.noteLimit { state.notes = [:] }
            state.notes[call] = Note(rules: note, targetStart: cclock_ticks())
        }
    }

    /// The note of a call that has one, and ends now.
    func takeNote(of token: CallToken) -> Note? {
        guard let ring = token.ring else { return nil }
        let call = Call(ring: UInt(bitPattern: ring), number: token.call)
        return state.withLock { $0.notes.removeValue(forKey: call) }
    }
}

extension RuleBook {
    /// Lets rules act on a call that an interposer records, before its target gets it.
    ///
    /// - Parameter arguments: The memory with the arguments.
    /// - Returns: Whether there is a note for the end of the call.
    @inline(never)
    func act(
        onInterposed site: UnsafePointer<CallSite>,
        _ arguments: UnsafeRawPointer,
        _ token: CallToken,
        revision: UInt32
    ) -> Bool {
        guard let rules = interposed.rules(for: site, self) else { return false }
        // A call that is not recorded is not among those under way.
        let isCounted = token.ring != nil && !token.isDetached
        let live = LiveCall(site: site, revision: revision, engine: engine, isCounted: isCounted)
        guard !live.isSuppressed else { return false }
        var note: RuleNote?
        for entry in rules.before {
            let rule = entry.rule
            guard entry.passesAll || rule.rule.filter.matches(live.call(arguments).noted(by: note)),
                rule.claim(isConnected: isConnected)
            else { continue }
            switch rule.rule.action {
            case .hold, .delay:
                let wait = RuleWait.make(rule, self, site, token, canSuspend: false) {
                    live.heldFacts(.before, arguments, result: nil, error: nil)
                }
                guard let wait else { continue }
                let outcome = wait.block()
                _ = wait.finish(outcome, self)
                var changed = note ?? RuleNote(rule: rule.number)
                changed.heldNanoseconds = (changed.heldNanoseconds ?? 0) &+ outcome.nanoseconds
                note = changed
            case .mark:
                note = note ?? RuleNote(rule: rule.number)
                note?.isMarked = true
            case .comment(let text):
                note = note ?? RuleNote(rule: rule.number)
                note?.comment = text
            case .log(let text):
                note = note ?? RuleNote(rule: rule.number)
                tell(.log(rule: rule.number, live.line(text)))
            case .answer, .throw, .skip, .edit: continue
            }
            note?.rule = rule.number
            if rule.becomesExhausted() { tellExhausted(rule) }
        }
        guard let note else { return false }
        interposed.keep(note, of: token)
        return true
    }
}
