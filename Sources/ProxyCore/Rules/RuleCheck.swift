// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Checks what rules and decisions can do, before they may do it.
enum RuleCheck {
    /// Valid deadlines of held calls.
    static let deadlines: ClosedRange<Duration> = .milliseconds(100) ... .seconds(600)
    static let longestDelay = Duration.seconds(60)
    /// Longest text of an error or a log line, in bytes of UTF-8.
    static let textBytesLimit = 4_096

    // MARK: A rule by itself

    /// - Throws: `RuleProblem` with `.ruleInvalid`.
    static func check(_ rule: Rule) throws(RuleProblem) {
        func refuse(_ member: String, _ text: String) -> RuleProblem { RuleProblem(.ruleInvalid, member, text) }
        switch rule.action {
        case .hold(let deadline):
            guard deadlines.contains(deadline) else {
                throw refuse("deadlineMilliseconds", "A deadline lies between 100 ms and 10 minutes.")
            }
        case .delay(let time):
            guard time > .zero, time <= longestDelay else {
                throw refuse("milliseconds", "A delay is more than 0 and at most 60 000 ms.")
            }
        case .skip where rule.point == .after:
            throw refuse("point", "A call can be skipped before it, not after it.")
        case .edit(let name, _):
            let isResult = name == resultName
            if rule.point == .before, isResult {
                throw refuse("point", earlyResult)
            }
            if rule.point == .after, !isResult {
                throw refuse(
                    "argument",
                    "After the call only “result” can be edited; the target has got the arguments."
                )
            }
        case .comment(let text), .log(let text), .throw(.text(let text)):
            guard text.utf8.count <= textBytesLimit else {
                throw refuse("text", "A text has at most \(textBytesLimit) bytes.")
            }
        case .answer, .skip, .throw, .mark: break
        }
        for (name, number) in [("limits.times", rule.limits.times), ("limits.every", rule.limits.every)] {
            if let number, number < 1 { throw refuse(name, "The number has to be at least 1.") }
        }
    }

    private static let earlyResult = "The result can be edited after the call; before it, use “answer”."

    /// The name that stands for the result where arguments are named.
    static let resultName = "result"

    // MARK: A rule at a requirement

    /// Why a rule can't act on the calls of a requirement; nil if it can.
    static func refusal(of rule: Rule, at site: UnsafePointer<CallSite>) -> RuleProblem? {
        do throws(RuleProblem) {
            switch rule.action {
            case .answer(let value), .edit(resultName, let value): try checkAnswer(value.json, site, rule.point)
            case .edit(let name, let value): try checkEdit(name, value.json, site)
            case .throw(let error): _ = try checkThrow(error, site)
            case .skip: try checkSkip(site)
            case .hold, .delay: try checkWait(site)
            case .mark, .comment, .log: break
            }
            if site.pointee.isInterposed, rule.point == .after {
                throw RuleProblem(.ruleInvalid, "point", "Calls without a proxy can only be met before their target.")
            }
            return nil
        } catch {
            return error
        }
    }

    private static func checkWait(_ site: UnsafePointer<CallSite>) throws(RuleProblem) {
        guard site.pointee.isInterposed,
            site.pointee.requirement.takeUnretainedValue().traits.contains(.async)
        else { return }
        throw RuleProblem(.ruleInvalid, "action", "An async call can only wait, without blocking a thread, at a proxy.")
    }

    static func checkAnswer(
        _ json: String,
        _ site: UnsafePointer<CallSite>,
        _ point: Rule.Point
    ) throws(RuleProblem) {
        if let reason = answerRefusal(site, point) { throw RuleProblem(.ruleInvalid, "action", reason) }
        guard let result = site.pointee.result else { return }
        do throws(ValueProblem) {
            _ = try ValueMaker.makeAny(json, as: result.valueType)
        } catch {
            throw RuleProblem(error, "value")
        }
    }

    /// Why calls can't be answered; nil if they can.
    static func answerRefusal(_ site: UnsafePointer<CallSite>, _ point: Rule.Point) -> String? {
        if site.pointee.isInterposed { return interposedRefusal }
        guard let result = site.pointee.result else {
            let rest = point == .before ? "; use “skip” to leave the call out." : ", so there is no answer to replace."
            return "\(name(site)) returns nothing\(rest)"
        }
        return ValueMaker.refusal(of: result.valueType)
    }

    static func checkSkip(_ site: UnsafePointer<CallSite>) throws(RuleProblem) {
        if let reason = skipRefusal(site) { throw RuleProblem(.ruleInvalid, "action", reason) }
    }

    /// Why calls can't be left out; nil if they can.
    static func skipRefusal(_ site: UnsafePointer<CallSite>) -> String? {
        if site.pointee.isInterposed { return interposedRefusal }
        guard site.pointee.result == nil else {
            return "\(name(site)) returns a value, which its caller needs; use “answer” to give one."
        }
        return nil
    }

    /// The index of the argument.
    @discardableResult
    static func checkEdit(
        _ argument: String,
        _ json: String,
        _ site: UnsafePointer<CallSite>
    ) throws(RuleProblem) -> Int {
        if site.pointee.isInterposed { throw RuleProblem(.ruleInvalid, "argument", interposedRefusal) }
        let parameters = site.pointee.requirement.takeUnretainedValue().parameters
        guard
            let index = parameters.firstIndex(where: { $0.name == argument })
                ?? parameters.firstIndex(where: { $0.label == argument })
                ?? Int(argument).flatMap({ parameters.indices.contains($0) ? $0 : nil })
        else {
            if argument == resultName { throw RuleProblem(.ruleInvalid, "argument", earlyResult) }
            let names = parameters.map { "“\($0.name)”" }.joined(separator: ", ")
            throw RuleProblem(
                .ruleInvalid,
                "argument",
                "\(name(site)) has no argument “\(argument)”; \(names.isEmpty ? "it has none" : "it has \(names)")."
            )
        }
        if let reason = editRefusal(index, site) { throw RuleProblem(.ruleInvalid, "argument", reason) }
        do throws(ValueProblem) {
            _ = try ValueMaker.makeAny(json, as: site.pointee.arguments[index].valueType)
        } catch {
            throw RuleProblem(error, "value")
        }
        return index
    }

    /// Why an argument can't be changed; nil if it can.
    static func editRefusal(_ index: Int, _ site: UnsafePointer<CallSite>) -> String? {
        if site.pointee.isInterposed { return interposedRefusal }
        guard site.pointee.requirement.takeUnretainedValue().traits.contains(.editable) else {
            return "\(name(site)) can't get other arguments: its proxy passes no closure “edited:” to forward."
        }
        return ValueMaker.refusal(of: site.pointee.arguments[index].valueType)
    }

    // MARK: Errors

    /// The error that the requirement would throw.
    @discardableResult
    static func checkThrow(_ error: RuleThrow, _ site: UnsafePointer<CallSite>) throws(RuleProblem) -> any Error {
        if let reason = throwRefusal(site) { throw RuleProblem(.ruleInvalid, "action", reason) }
        switch (error, site.pointee.failure) {
        case (.text(let text), nil): return RuleError(text)
        case (.text(let text), let type?) where type == RuleError.self: return RuleError(text)
        case (.text, let type?):
            let cases = ValueMaker.caseNames(of: type) ?? []
            throw RuleProblem(
                .ruleInvalid,
                "text",
                "\(name(site)) throws \(TypeName.of(type)) only; give one of its cases as “case”: "
                    + cases.joined(separator: ", ") + "."
            )
        case (.named(let named), let type?):
            do throws(ValueProblem) {
                let made = try ValueMaker.makeCase(named, of: type)
                // The type is one of errors.
                return made as! any Error
            } catch {
                throw RuleProblem(error, "case")
            }
        case (.named, nil):
            throw RuleProblem(.ruleInvalid, "case", "\(name(site)) throws any error; give a “text” instead of a case.")
        }
    }

    /// Why calls can't throw; nil if they can.
    static func throwRefusal(_ site: UnsafePointer<CallSite>) -> String? {
        if site.pointee.isInterposed { return interposedRefusal }
        guard site.pointee.requirement.takeUnretainedValue().traits.contains(.throwing) else {
            return "\(name(site)) does not throw."
        }
        guard let failure = site.pointee.failure, failure != RuleError.self else { return nil }
        guard ValueMaker.caseNames(of: failure) != nil else {
            return
                "\(name(site)) throws \(TypeName.of(failure)) only, of which no value can be made: it would have to be "
                + "CaseIterable or RawRepresentable."
        }
        return nil
    }

    private static let interposedRefusal =
        "The call has no proxy, only a proxy can change a call: calls recorded by an interposer can be held, delayed, "
        + "marked, commented and logged."

    private static func name(_ site: UnsafePointer<CallSite>) -> String {
        let selector = site.pointee.requirement.takeUnretainedValue().selector
        return "\(selector.protocolName).\(selector.name)"
    }
}

extension ValueSite {
    /// The static type of the value.
    var valueType: Any.Type { unsafeBitCast(type, to: Any.Type.self) }
}

extension CallSite {
    /// Whether the calls come without a proxy.
    var isInterposed: Bool { isStructural }
}
