// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// One question about a call.
package struct FilterTerm: Hashable, Sendable {
    /// What is asked about.
    package enum Subject: Hashable, Sendable {
        /// Selector, protocol, and the text of arguments, result and error.
        case anyText
        case key(FilterKey)
        /// The arguments of one name, label or index.
        case argument(String)

        /// The key by which it is asked for.
        var key: FilterKey {
            switch self {
            case .anyText: .anyText
            case .key(let key): key
            case .argument: .arg
            }
        }
    }

    /// What is asked.
    package enum Test: Hashable, Sendable {
        /// A text matches, or a number is equal where the text is one.
        case text(TextPattern, FilterNumber? = nil)
        case number(FilterComparison)
        case identity(InvocationID)
        /// Nanoseconds since 1970.
        case since(Int64)
        /// Nanoseconds before the filter was made.
        case age(FilterQuantity)
        /// Nanoseconds since 1970, both inclusive; nil is open.
        case period(from: Int64?, to: Int64?)
        /// One of the words of a key, in lower case.
        case word(String)
    }

    package var subject: Subject
    package var test: Test

    package init(_ subject: Subject, _ test: Test) {
        self.subject = subject
        self.test = test
    }
}
