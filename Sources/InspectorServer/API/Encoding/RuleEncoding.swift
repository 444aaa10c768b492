// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Rules as JSON.
enum RuleEncoding {
    /// Writes the members of a rule: what it was made of, then what it has done.
    static func write(_ status: RuleStatus, to json: inout JSONWriter) {
        let rule = status.rule
        json.member("id", status.number)
        json.member("enabled", rule.isEnabled)
        json.member("filter", rule.filter.isEverything ? "" : rule.filter.description)
        json.member("words", rule.filter.words)
        json.member("point", rule.point.rawValue)
        write(rule.action, to: &json)
        if rule.action.waits {
            json.member("allowMainThread", rule.blocks.contains(.main))
            json.member("allowTaskThreads", rule.blocks.contains(.tasks))
        }
        if rule.limits != Rule.Limits() { json.object("limits") { write(rule.limits, to: &$0) } }
        json.member("seen", status.seen)
        json.member("applied", status.applied)
        json.member("failed", status.failed)
        json.member("selectors", status.selectors.map(text))
        json.array("refused") { json in
            for refusal in status.refused {
                json.object { json in
                    json.member("selector", text(refusal.selector))
                    json.member("reason", refusal.reason)
                }
            }
        }
        json.member("warnings", status.warnings)
    }

    private static func text(_ selector: Selector) -> String { "\(selector.protocolName).\(selector.name)" }

    private static func write(_ action: Rule.Action, to json: inout JSONWriter) {
        json.member("action", action.word.rawValue)
        switch action {
        case .hold(let deadline): json.milliseconds("deadlineMilliseconds", deadline)
        case .answer(let value): json.value("value", value)
        case .throw(.text(let text)), .comment(let text), .log(let text): json.member("text", text)
        case .throw(.named(let name)): json.member("case", name)
        case .delay(let time): json.milliseconds("milliseconds", time)
        case .edit(let argument, let value):
            json.member("argument", argument)
            json.value("value", value)
        case .skip, .mark: break
        }
    }

    private static func write(_ limits: Rule.Limits, to json: inout JSONWriter) {
        if let times = limits.times { json.member("times", times) }
        if let every = limits.every { json.member("every", every) }
        if let until = limits.untilNanoseconds { json.member("until", Instant.text(until)) }
        if limits.connectedOnly { json.member("connectedOnly", true) }
    }
}

extension Rule.Action {
    /// Whether it makes calls wait.
    fileprivate var waits: Bool {
        switch self {
        case .hold, .delay: true
        default: false
        }
    }
}

extension JSONWriter {
    /// A value as it was given, in one line; null if a program gave something else than JSON.
    fileprivate mutating func value(_ key: StaticString, _ value: RuleValue) {
        self.key(key)
        if let compact = ExactBody.compact(value.json) { raw(compact) } else { null() }
    }

    /// A time in milliseconds: a whole number where it is one.
    fileprivate mutating func milliseconds(_ key: StaticString, _ time: Duration) {
        self.key(key)
        if time == .milliseconds(time.milliseconds) {
            integer(time.milliseconds)
        } else {
            real(time / .milliseconds(1))
        }
    }
}
