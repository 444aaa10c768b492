// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The rules of a recorder, and the calls that they hold.
///
/// Rules act on calls of proxies, whether these are recorded or not, and, as far as they change nothing, on calls that an
/// interposer records. Each call sees one set of rules: that of its beginning.
///
/// - Invariant: Callable from any thread. Runs no code of the program while locked.
public final class RuleBook: Sendable {
    /// Most rules.
    public static let countLimit = 256

    private struct State: Sendable {
        var rules: [ActiveRule] = []
        var lastNumber = 0
        var version: UInt64 = 0
    }

    /// The rules at one time.
    struct Edition: Sendable {
        let version: UInt64
        let rules: [ActiveRule]
    }

    private let state = ForkableMutex(State())
    private let directory: ProxyDirectory
    let engine: RecorderEngine
    let heldCalls = HeldCalls()
    /// Version of the rules; 0 before the first one.
    let version = Atomic<UInt64>(0)
    private let connections = Atomic<Int>(0)
    private let observers = RuleObservers()
    /// What the rules of each kind have done.
    let counts = RuleCounts.forAllActions()
    /// Rules for calls without a proxy.
    let interposed = InterposedRules()

    init(engine: RecorderEngine, directory: ProxyDirectory) {
        self.engine = engine
        self.directory = directory
    }

    // MARK: Rules

    /// The rules, oldest first.
    public var rules: [RuleStatus] {
        let rules = edition.rules
        let sites = self.sites
        return rules.map { RuleStatus($0, sites) }
    }

    /// How many rules there are.
    public var count: Int { edition.rules.count }

    /// The rule with a number; nil if there is none.
    public func rule(_ number: Int) -> RuleStatus? {
        edition.rules.first { $0.number == number }.map { RuleStatus($0, sites) }
    }

    /// The requirements of live proxies, and those of called entries on which rules may act without one.
    private var sites: [UnsafePointer<CallSite>] { directory.sites + interposed.sites }

    /// Adds a rule. Calls that begin from now on see it.
    ///
    /// - Throws: `RuleProblem`: the action is not possible at its point; the rule is enabled, and its action is not
    ///   possible, or its value can't be made, at a requirement of a live proxy that the filter may pass; or there are
    ///   `countLimit` rules.
    @discardableResult
    public func add(_ rule: Rule) throws(RuleProblem) -> RuleStatus {
        try check(rule)
        let counts = counts(of: rule)
        let added = state.withLock { state -> ActiveRule? in
            guard state.rules.count < Self.countLimit else { return nil }
            state.lastNumber += 1
            let added = ActiveRule(number: state.lastNumber, rule, counts)
            state.rules.append(added)
            return added
        }
        guard let added else {
            throw RuleProblem(.tooManyRules, "rules", "There are \(Self.countLimit) rules; remove one first.")
        }
        publish()
        return tell(.added, added)
    }

    /// Replaces a rule, which keeps its number and begins to count anew. Calls that it holds go on.
    ///
    /// - Throws: `RuleProblem` as `add`, or with `.ruleUnknown`.
    @discardableResult
    public func replace(_ number: Int, with rule: Rule) throws(RuleProblem) -> RuleStatus {
        try check(rule)
        let changed = ActiveRule(number: number, rule, counts(of: rule))
        let isKnown = state.withLock { state in
            guard let index = state.rules.firstIndex(where: { $0.number == number }) else { return false }
            state.rules[index] = changed
            return true
        }
        guard isKnown else { throw .unknownRule(number) }
        publish()
        // The new rule may be holding calls already.
        heldCalls.releaseAll(.ruleRemoved) { $0.rule.number == number && $0.rule !== changed }
        return tell(.changed, changed)
    }

    /// Removes a rule. Calls that it holds go on.
    ///
    /// - Throws: `RuleProblem` with `.ruleUnknown`.
    public func remove(_ number: Int) throws(RuleProblem) {
        let removed = state.withLock { state in
            state.rules.firstIndex { $0.number == number }.map { state.rules.remove(at: $0) }
        }
        guard let removed else { throw .unknownRule(number) }
        publish()
        heldCalls.releaseAll(.ruleRemoved) { $0.rule.number == number }
        tell(.removed, removed)
    }

    /// Removes all rules. Held calls go on.
    public func removeAll() {
        let removed = state.withLock { state in
            defer { state.rules = [] }
            return state.rules
        }
        publish()
        // A rule that was added meanwhile may be holding calls.
        heldCalls.releaseAll(.ruleRemoved) { held in removed.contains { $0 === held.rule } }
        for rule in removed { tell(.removed, rule) }
    }

    /// The rules now.
    var edition: Edition { state.withLock { Edition(version: $0.version, rules: $0.rules) } }

    private func counts(of rule: Rule) -> RuleCounts { counts[rule.action.word] ?? RuleCounts() }

    /// Gives the rules to all live proxies.
    private func publish() {
        let edition = state.withLock { state in
            state.version += 1
            return Edition(version: state.version, rules: state.rules)
        }
        version.store(edition.version, ordering: .releasing)
        engine.gate.pointee.ruleBook.store(.passUnretained(self), ordering: .releasing)
        interposed.change(edition)
        for proxy in directory.live { proxy.adopt(edition, of: self) }
    }

    private func check(_ rule: Rule) throws(RuleProblem) {
        try RuleCheck.check(rule)
        // A rule that is off does nothing, so one that a later proxy refuses can be switched off.
        guard rule.isEnabled else { return }
        // The filter may pass calls of several requirements; the rule has to suit all of them.
        let sites = directory.sites.filter { rule.filter.decision(on: $0) != false }
        let problems = sites.compactMap { RuleCheck.refusal(of: rule, at: $0) }
        guard let problem = problems.first else { return }
        if problems.count == sites.count { throw problem }
        throw problem.adding("The filter passes calls of \(sites.count) requirements, of which this is one; narrow it.")
    }

    // MARK: Held calls

    /// The calls that wait for a decision, oldest first.
    public var held: [HeldStatus] { heldCalls.all.filter { $0.released == nil }.map(status) }

    /// Most calls that are held at once.
    package static let heldLimit = HeldCalls.limit

    /// How many calls wait for a decision.
    public var heldCount: Int { heldCalls.all.count { $0.released == nil } }

    /// Decides about a held call.
    ///
    /// - Throws: `RuleProblem` with `.heldUnknown`, `.alreadyReleased`, `.ruleInvalid` or `.valueInvalid`; the call
    ///   still waits after the latter two.
    public func release(_ number: UInt64, _ decision: HeldDecision) throws(RuleProblem) {
        let call = try heldCalls.call(number)
        try call.check(decision)
        guard call.release(HeldCall.Release(cause: .client, decision: decision)) else {
            throw .released(number, by: call.released?.cause)
        }
    }

    /// Lets all held calls go on unchanged.
    ///
    /// - Returns: How many did.
    @discardableResult
    public func releaseAll(_ cause: ReleaseCause = .client) -> Int { heldCalls.releaseAll(cause) }

    /// Whether a client is connected that can decide about held calls.
    public var isConnected: Bool { connections.load(ordering: .relaxed) > 0 }

    /// Counts a client that can decide about held calls.
    package func connect() { connections.add(1, ordering: .relaxed) }

    /// Takes such a client back. After the last one, held calls go on.
    ///
    /// - Parameter last: Number of the last call that was held while the client was there; later ones go on only if their
    ///   rules hold calls for clients alone. Default: all go on.
    package func disconnect(heldUntil last: UInt64 = .max) {
        guard connections.subtract(1, ordering: .relaxed).newValue == 0 else { return }
        heldCalls.releaseAll(.disconnected) { $0.number <= last || $0.rule.rule.limits.connectedOnly }
    }

    /// Number of the call that was held last; 0 before the first one.
    package var lastHeld: UInt64 { heldCalls.lastNumber }

    func status(of call: HeldCall) -> HeldStatus {
        HeldStatus(call, running: engine.runningCall(call.token), epoch: engine.epoch)
    }

    // MARK: Events

    /// Calls a closure with each change of a rule, and with each call that is held or released, on the thread that
    /// causes it. It must not wait.
    package func onEvent(_ body: @escaping @Sendable (RuleEvent) -> Void) -> RuleEventToken {
        RuleEventToken(observers, body)
    }

    func tell(_ event: RuleEvent) { observers.tell(event) }

    @discardableResult
    private func tell(_ change: RuleEvent.Change, _ rule: ActiveRule) -> RuleStatus {
        let status = RuleStatus(rule, sites)
        tell(.rule(change, status))
        return status
    }

    /// Tells that a rule has acted as often as it may.
    func tellExhausted(_ rule: ActiveRule) { tell(.exhausted, rule) }
}

extension RuleProblem {
    fileprivate static func unknownRule(_ number: Int) -> RuleProblem {
        RuleProblem(.ruleUnknown, "id", "No rule has the number \(number).")
    }
}
