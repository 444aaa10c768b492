// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CallModel
internal import ProxyCore

/// Calls by whether they pass one of some filters.
struct SiftedCalls {
    private(set) var passing: [Invocation] = []
    private(set) var others: [Invocation] = []
    /// Those that may pass: a regular expression ran out of steps.
    private(set) var undecided: [Invocation] = []

    init(_ calls: [Invocation], by filters: [InvocationFilter]) {
        for call in calls {
            let answers = filters.map { $0.decision(on: call) }
            if answers.contains(true) {
                passing.append(call)
            } else if answers.contains(nil) {
                undecided.append(call)
            } else {
                others.append(call)
            }
        }
    }

    /// Why an expectation is not decided, and what helps; the end of a sentence, and the calls.
    static func doubt(about calls: [Invocation]) -> String {
        let number = CountText.calls(calls.count)
        let help = "Simplify it, or use a pattern with *."
        return "a regular expression ran out of steps for \(number). \(help)\(CallReport.lines(calls))"
    }
}
