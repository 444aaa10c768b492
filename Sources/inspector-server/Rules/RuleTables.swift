// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import InspectorServer
import ProxyCore

/// Rules and held calls as lines for a terminal.
enum RuleTables {
    static let ruleHeader = ["ID", "POINT", "ACTION", "LIMITS", "SEEN", "APPLIED", "FAILED", "FILTER"]
    static let heldHeader = ["ID", "RULE", "POINT", "LEFT", "CAN", "CALL"]

    static func row(ofRule rule: JSONNode) -> [String] {
        let counts = ["seen", "applied", "failed"].map { name -> String in
            let members = ["seen": rule["seen"], "applied": rule["applied"], "failed": rule["failed"]]
            return members[name]??.integer(Int.self).map { "\($0)" } ?? ""
        }
        let filter = rule["filter"]?.string ?? ""
        return [
            number(rule["id"]) ?? "", rule["point"]?.string ?? "", action(of: rule), limits(of: rule),
        ] + counts + [filter.isEmpty ? "all calls" : filter]
    }

    /// What to know about a rule.
    static func remarks(on rule: JSONNode) -> [String] {
        let id = number(rule["id"]) ?? ""
        let warnings = rule["warnings"]?.elements?.compactMap(\.string) ?? []
        let refusals = rule["refused"]?.elements?.map { refusal in
            "It can't act on \(refusal["selector"]?.string ?? ""): \(refusal["reason"]?.string ?? "")"
        }
        return (warnings + (refusals ?? [])).map { "Rule \(id): \($0)" }
    }

    private static func action(of rule: JSONNode) -> String {
        let word = rule["action"]?.string ?? ""
        let value = rule["value"]?.source
        let details: String? =
            if let argument = rule["argument"]?.string {
                "\(argument) = \(value ?? "")"
            } else {
                value ?? rule["text"]?.string.map { "“\($0)”" } ?? rule["case"]?.string.map { ".\($0)" }
                    ?? time(rule["milliseconds"]) ?? time(rule["deadlineMilliseconds"])
            }
        let text = details.map { "\(word) \($0.count > 60 ? $0.prefix(59) + "…" : $0)" } ?? word
        return rule["enabled"]?.bool == false ? "(off) \(text)" : text
    }

    private static func time(_ milliseconds: JSONNode?) -> String? {
        milliseconds.map { "\($0.source) ms" }
    }

    private static func limits(of rule: JSONNode) -> String {
        guard let limits = rule["limits"] else { return "-" }
        let parts = [
            number(limits["times"]).map { "\($0) times" }, number(limits["every"]).map { "one in \($0)" },
            limits["until"]?.string.map { "until \($0)" }, limits["connectedOnly"]?.bool == true ? "connected" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    static func row(ofHeld held: JSONNode, _ records: RecordReader) -> [String] {
        let left = held["remainingMilliseconds"]?.integer(Int64.self).map { left in
            let tenths = left / 100
            return "\(tenths / 10).\(tenths % 10) s"
        }
        return [
            number(held["id"]) ?? "", number(held["rule"]) ?? "", held["point"]?.string ?? "", left ?? "",
            (held["can"]?.elements?.compactMap(\.string) ?? []).joined(separator: ","), call(of: held, records),
        ]
    }

    /// The held call in one line.
    static func call(of held: JSONNode, _ records: RecordReader) -> String {
        guard let node = held["call"], let call = try? records.invocation(node) else { return "" }
        let outcome = CallText.outcome(call, limit: 120)
        return CallText.call(call, limit: 120) + (outcome.isEmpty ? "" : " → \(outcome)")
    }

    static func number(_ node: JSONNode?) -> String? { node?.integer(Int64.self).map { "\($0)" } }
}
