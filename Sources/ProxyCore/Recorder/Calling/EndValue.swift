// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A result or an error.
enum EndValue {
    /// No value: the result is Void.
    case none
    /// The result at an address.
    case result(ValueSite, at: UnsafeRawPointer)
    /// A result kept in a box.
    case kept(Any, type: Any.Type)
    case error(any Error)
    /// A result or an error hidden by a redaction rule.
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
