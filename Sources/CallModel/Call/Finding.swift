// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An anomaly found in one call; the raw value is the word in JSON.
public enum Finding: String, Sendable, CaseIterable {
    /// The call did not arrive on the main thread, although calls of its proxy are expected there only.
    case offMain = "off_main"
    /// The proxy's forward delegate was already deallocated when the call arrived.
    case targetGone = "target_gone"
}

extension Invocation {
    /// Recomputes the findings from the record.
    package mutating func findAgain(isMainOnly: Bool) {
        findings = []
        if isMainOnly, !thread.isMain { findings.append(.offMain) }
        // Time in the target is also set when a default body answers for a delegate; a dead delegate leaves it nil.
        let isMissed = targetNanoseconds == nil && target != nil
        if state != .running, returnPath.isUnanswered, isMissed { findings.append(.targetGone) }
    }
}
