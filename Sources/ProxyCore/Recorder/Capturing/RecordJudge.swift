// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Applies a transform to records. Runs code of the program, so it must be called without a lock.
struct RecordJudge {
    /// The rule that records name for arguments that a transform took away.
    static let ruleName = "transform"

    let transform: RecordTransform
    let decoder: InvocationDecoder
    let limits: UnsafePointer<SnapshotLimits>

    /// The call as it is to be stored; nil if it is to be dropped.
    func judge(_ ended: EndedCall) -> EndedCall? {
        var given = ended.withRecord(decoder.invocation)
        given.position = nil
        guard let answer = Self.apply(transform, to: given) else { return nil }
        let kept = Self.values(of: answer, in: given)
        guard kept != given else { return ended }
        let rewriter = RecordRewriter(given: given, kept: kept, typeNames: decoder.typeNames, limits: limits)
        var judged = EndedCall(ended.call, bytes: ended.withRecord(rewriter.rewritten))
        judged.forgetsCompletions = kept.completions != given.completions
        return judged
    }

    /// A running call as it is to be shown; nil if it is to be dropped.
    func shown(_ running: OpenCall) -> Invocation? {
        let given = decoder.invocation(running)
        guard let answer = Self.apply(transform, to: given) else { return nil }
        let kept = Self.values(of: answer, in: given)
        guard kept != given else { return given }
        // Only values that have been encoded are known to be well formed.
        let rewriter = RecordRewriter(given: given, kept: kept, typeNames: decoder.typeNames, limits: limits)
        var changed = running
        changed.arguments =
            running.arguments.withUnsafeBytes { rewriter.rewritten($0, site: running.header.site) }
            + running.arguments.suffix(Int(running.header.noteBytes))
        var shown = decoder.invocation(changed)
        shown.completions = kept.completions
        return shown
    }

    /// Runs a transform. Calls that it makes are not recorded.
    private static func apply(_ transform: RecordTransform, to given: Invocation) -> Invocation? {
        ThreadContext.current.pointee.isInTransform = true
        defer { ThreadContext.current.pointee.isInTransform = false }
        return ThreadContext.unrecorded { transform(given) }
    }

    /// `given` with the values of `answer`, as far as a transform may change them.
    private static func values(of answer: Invocation, in given: Invocation) -> Invocation {
        var kept = given
        for index in kept.arguments.indices {
            let old = kept.arguments[index]
            let new = index < answer.arguments.count ? answer.arguments[index] : nil
            kept.arguments[index].value = new?.value ?? old.value.redacted(by: ruleName)
            kept.arguments[index].after = old.after.map { new?.after ?? $0.redacted(by: ruleName) }
            if old.edited != nil { kept.arguments[index].edited = new?.edited }
        }
        // Values that were not recorded cannot change.
        if given.result != nil { kept.result = answer.result }
        if given.error != nil { kept.error = answer.error }
        if given.targetResult != nil { kept.targetResult = answer.targetResult }
        if given.targetError != nil { kept.targetError = answer.targetError }
        if answer.completions.isEmpty { kept.completions = [] }
        return kept
    }
}
