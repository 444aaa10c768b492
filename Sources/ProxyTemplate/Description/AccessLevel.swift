// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Who may use a declaration.
package enum AccessLevel: String, Hashable, Sendable, CaseIterable, Comparable {
    case `private`, `fileprivate`, `internal`, `package`, `public`

    /// Whether fewer may use it.
    package static func < (one: AccessLevel, other: AccessLevel) -> Bool {
        allCases.firstIndex(of: one)! < allCases.firstIndex(of: other)!
    }

    /// The keyword for a member or a type that nobody overrides, with a space; empty where it is the default.
    var keyword: String {
        switch self {
        case .internal: ""
        // A member of a private type is reached from the whole file, as the type is.
        case .private: "fileprivate "
        default: rawValue + " "
        }
    }

    /// The keyword for a class or a method that others may override.
    var openKeyword: String { self == .public ? "open " : keyword }
}
