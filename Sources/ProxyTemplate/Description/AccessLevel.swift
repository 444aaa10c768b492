// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The access level of a declaration.
package enum AccessLevel: String, Hashable, Sendable, CaseIterable, Comparable {
    case `private`, `fileprivate`, `internal`, `package`, `public`

    /// Whether it is more restricted.
    package static func < (one: AccessLevel, other: AccessLevel) -> Bool {
        allCases.firstIndex(of: one)! < allCases.firstIndex(of: other)!
    }

    /// The keyword for a member or a final type, with a space; empty if it is the default.
    var keyword: String {
        switch self {
        case .internal: ""
        // Members of a private type are accessible in the whole file, as the type is.
        case .private: "fileprivate "
        default: rawValue + " "
        }
    }

    /// The keyword for a class or method that may be overridden.
    var openKeyword: String { self == .public ? "open " : keyword }
}
