// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Something odd about one call; the raw value is the word in JSON.
public enum Finding: String, Sendable, CaseIterable {
    /// The call came on another thread than the main one, to which the proxy's family belongs.
    case offMain = "off_main"
    /// The proxy had a forward delegate, which was dead when the call came.
    case targetGone = "target_gone"
}

extension Invocation {
    /// Sets the findings from the record and what is known of its proxy.
    package mutating func findAgain(isMainOnly: Bool) {
        findings = []
        if isMainOnly, !thread.isMain { findings.append(.offMain) }
        // A default body that answers for a delegate takes time; one that is gone takes none.
        let isMissed = targetNanoseconds == nil && target != nil
        if state != .running, returnPath.isUnanswered, isMissed { findings.append(.targetGone) }
    }
}
