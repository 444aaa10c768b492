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
    /// What can be seen from a record together with what its proxy was at the time.
    mutating func addFindings(_ revision: ProxyRevision) {
        if revision.isMainOnly, !thread.isMain { findings.append(.offMain) }
        let isUnanswered = returnPath == .none || returnPath == .default
        // A default body that answers for a delegate takes time; one that is gone takes none.
        let isMissed = targetNanoseconds == nil && revision.target != nil
        if state != .running, isUnanswered, isMissed { findings.append(.targetGone) }
    }
}
