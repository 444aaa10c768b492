// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a call came back with.
struct EndValues {
    /// The result or the error.
    var outcome = EndValue.none
    /// The arguments as they are after the call, nil where none is `inout`.
    var after: (site: UnsafePointer<CallSite>, arguments: UnsafeRawPointer)?
    /// What the target returned or threw while a handler answered.
    var targetOutcome = EndValue.none

    var parts: EndParts {
        var parts: EndParts = outcome.isNone ? [] : .value
        if after != nil { parts.insert(.after) }
        if !targetOutcome.isNone { parts.insert(targetOutcome.isError ? .targetError : .targetResult) }
        return parts
    }

    func write(to writer: inout ValueWriter) {
        outcome.write(to: &writer)
        if let (site, arguments) = after {
            for changed in site.pointee.inouts {
                let rule = writer.redactor?._withUnsafeGuaranteedRef { $0.argumentRule(of: site, changed.index) }
                if let rule { writer.putRedacted(rule) } else { writer.write(changed.after, in: arguments) }
            }
        }
        targetOutcome.write(to: &writer)
    }
}
