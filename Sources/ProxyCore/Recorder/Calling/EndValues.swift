// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The error of a call whose thread ended inside it, by pthread_exit(3) or cancellation.
struct ThreadEnded: Error, InspectableValue {
    var inspectedDescription: String { "the thread ended inside the call" }
}

/// The error of a call that was left without a return: by longjmp(3), an exception of C++, or whatever else takes frames
/// off the stack without running the code behind a call.
struct CallLeft: Error, InspectableValue {
    var inspectedDescription: String { "the call was left without a return" }
}

/// The values to record at the end of a call.
struct EndValues {
    /// The result or the error.
    var outcome = EndValue.none
    /// The arguments after the call; nil if none is `inout`.
    var after: (site: UnsafePointer<CallSite>, arguments: UnsafeRawPointer)?
    /// The value returned or the error thrown by the target when a handler answered.
    var targetOutcome = EndValue.none
    /// The encoded `RuleNote`; empty when no rule acted.
    var rule: [UInt8] = []
    /// See `ValueWriter.isStructural`.
    var isStructural = false

    var parts: EndParts {
        var parts: EndParts = outcome.isNone ? [] : .value
        if after != nil { parts.insert(.after) }
        if !targetOutcome.isNone { parts.insert(targetOutcome.isError ? .targetError : .targetResult) }
        if !rule.isEmpty { parts.insert(.rule) }
        return parts
    }

    func write(to writer: inout ValueWriter) {
        writer.isStructural = isStructural
        outcome.write(to: &writer)
        if let (site, arguments) = after {
            for changed in site.pointee.inouts {
                let rule = writer.redactor?._withUnsafeGuaranteedRef { $0.argumentRule(of: site, changed.index) }
                if let rule { writer.putRedacted(rule) } else { writer.write(changed.after, in: arguments) }
            }
        }
        targetOutcome.write(to: &writer)
        rule.withUnsafeBytes { writer.putBytes($0) }
    }
}
