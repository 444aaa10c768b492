// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTestSupport
import Testing

@testable import ProxyCore

/// A recorder with rules, a proxy and its target.
struct RuledCalls: Sendable {
    let recorder: Recorder
    let proxy: RuledProxy
    let target: RuledTarget

    var rules: RuleBook { recorder.rules }

    init(
        _ configuration: RecorderConfiguration = .unhurried,
        target: RuledTarget? = RuledTarget(),
        retain: Bool = true
    ) {
        recorder = Recorder(configuration)
        proxy = RuledProxy(recorder: recorder, ownerName: "Owner")
        self.target = target ?? RuledTarget()
        if let target { proxy.setForwardDelegate(target, retain: retain) }
    }

    /// The recorded calls, in their order.
    var recorded: [Invocation] {
        recorder.flush()
        var query = InvocationQuery()
        query.order = .ascending
        query.limit = 1_000
        return recorder.invocations(query).items
    }

    /// The call that was recorded last.
    func last() throws -> Invocation { try #require(recorded.last) }

    /// Decides about calls as soon as they are held.
    func deciding(_ decision: @escaping @Sendable (HeldStatus) -> HeldDecision?) -> RuleEventToken {
        rules.onEvent { [rules] event in
            guard case .held(let held) = event, let decision = decision(held) else { return }
            do { try rules.release(held.number, decision) } catch { Issue.record(error) }
        }
    }

    /// Returns when this number of calls is held; else fails.
    func waitForHeld(_ count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) async {
        let isReached = await until { [rules] in rules.held.count == count }
        #expect(isReached, "\(rules.held.count) are held", sourceLocation: sourceLocation)
    }
}

/// Whether a condition comes true.
func until(_ condition: @Sendable () -> Bool) async -> Bool {
    let deadline = ContinuousClock.Instant.patience
    while !condition() {
        if ContinuousClock.now > deadline { return false }
        try? await Task.sleep(for: .milliseconds(1))
    }
    return true
}

/// Notes all events of rules, while it exists.
final class RuleEventLog: Sendable {
    private let entries = Guarded<[RuleEvent]>([])
    private let token = Guarded<RuleEventToken?>(nil)

    init(_ rules: RuleBook) {
        let new = rules.onEvent { [entries] event in entries.change { $0.append(event) } }
        token.change { $0 = new }
    }

    var all: [RuleEvent] { entries.value }

    /// The events in words.
    var words: [String] {
        all.map { event in
            switch event {
            case .rule(let change, let status): "\(change) \(status.number)"
            case .held(let held): "held \(held.number)"
            case .released(let held, let cause, let decision): "released \(held.number) \(cause) \(decision.name)"
            case .log(let rule, let text): "log \(rule) \(text)"
            }
        }
    }
}

extension InvocationFilter {
    /// The calls of one requirement.
    static func of(_ name: String) -> InvocationFilter {
        InvocationFilter(.term(FilterTerm(.key(.selector), .text(.equals(name)))))
    }
}

extension RuleBook {
    /// Adds a rule for one requirement.
    @discardableResult
    func add(
        _ action: Rule.Action,
        at point: Rule.Point = .before,
        to name: String,
        blocking threads: Rule.Threads = [],
        _ change: (inout Rule) -> Void = { _ in }
    ) throws(RuleProblem) -> RuleStatus {
        var rule = Rule(action, at: point, when: .of(name))
        rule.blocks = threads
        change(&rule)
        return try add(rule)
    }
}

extension RuleProblem {
    /// The problem that a body throws; nil if it throws none.
    static func of(_ body: () throws -> Void) -> RuleProblem? {
        do {
            try body()
            return nil
        } catch {
            return error as? RuleProblem
        }
    }
}
