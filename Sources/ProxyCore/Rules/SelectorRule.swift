// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a rule does with the calls of one requirement, in the requirement's own types.
///
/// ```swift
/// try recorder.rules.add(.answer(true, to: DownloaderDelegateProxy.Selectors.shouldRetry))
/// ```
public struct SelectorRule: Sendable {
    fileprivate let selector: Selector
    fileprivate let action: @Sendable () throws(RuleProblem) -> Rule.Action

    private init(_ selector: Selector, _ action: @escaping @Sendable () throws(RuleProblem) -> Rule.Action) {
        self.selector = selector
        self.action = action
    }

    /// Answers calls with a value, which has to have a JSON form.
    public static func answer<Proxy, Arguments, Return>(
        _ value: Return,
        to selector: MethodSelector<Proxy, Arguments, Return>
    ) -> Self {
        let json = ValueMaker.json(of: value, as: Return.self)
        return Self(selector.selector) { () throws(RuleProblem) in
            guard let json else {
                let reason = ValueMaker.refusal(of: Return.self) ?? "The value has no JSON form."
                throw RuleProblem(.valueInvalid, "value", reason)
            }
            return .answer(RuleValue(json: json))
        }
    }

    /// Throws `RuleError` with a text from calls.
    public static func `throw`<Proxy, Arguments, Return>(
        _ text: String,
        from selector: MethodSelector<Proxy, Arguments, Return>
    ) -> Self {
        Self(selector.selector) { () throws(RuleProblem) in .throw(.text(text)) }
    }

    /// Does something else with calls of the requirement.
    public static func action<Proxy, Arguments, Return>(
        _ action: Rule.Action,
        on selector: MethodSelector<Proxy, Arguments, Return>
    ) -> Self {
        Self(selector.selector) { () throws(RuleProblem) in action }
    }
}

extension RuleBook {
    /// Adds a rule for the calls of one requirement.
    ///
    /// - Parameters:
    ///   - point: Default: before the target.
    ///   - filter: Narrows the calls. Default: all of the requirement.
    ///   - limits: Default: none.
    /// - Throws: `RuleProblem`, as for other rules.
    @discardableResult
    public func add(
        _ rule: SelectorRule,
        at point: Rule.Point = .before,
        when filter: InvocationFilter = .everything,
        limits: Rule.Limits = Rule.Limits()
    ) throws(RuleProblem) -> RuleStatus {
        let terms = [
            FilterExpression.term(FilterTerm(.key(.selector), .text(.equals(rule.selector.name)))),
            FilterExpression.term(FilterTerm(.key(.protocol), .text(.equals(rule.selector.protocolName)))),
        ]
        var whole = Rule(try rule.action(), at: point, when: filter.narrowed(by: .conjunction(of: terms)))
        whole.limits = limits
        return try add(whole)
    }
}
