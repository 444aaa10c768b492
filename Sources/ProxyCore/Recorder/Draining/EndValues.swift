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

/// A result or an error.
enum EndValue {
    /// Nothing: the result is Void.
    case none
    /// The result at an address.
    case result(ValueSite, at: UnsafeRawPointer)
    /// A result that was kept.
    case kept(Any, type: Any.Type)
    case error(any Error)
    /// A result or an error that a rule hides.
    case redacted(RedactionRule, isError: Bool)

    var isNone: Bool {
        if case .none = self { true } else { false }
    }

    var isError: Bool {
        switch self {
        case .error, .redacted(_, isError: true): true
        default: false
        }
    }

    @inline(__always)
    func write(to writer: inout ValueWriter) {
        switch self {
        case .none: break
        case .result(let site, let address): writer.write(site, in: address)
        case .kept(let value, let type): writer.writeAny(value, label: nil, staticType: type)
        case .redacted(let rule, _): writer.putRedacted(rule)
        case .error(let error): writer.writeAny(error, label: nil, staticType: nil)
        }
    }
}
