// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// One question about a call.
package struct FilterTerm: Hashable, Sendable {
    /// The subject of the question.
    package enum Subject: Hashable, Sendable {
        /// Selector, protocol, and the text of arguments, result and error.
        case anyText
        case key(FilterKey)
        /// The arguments with this name, label or index.
        case argument(String)

        /// The key that denotes the subject.
        var key: FilterKey {
            switch self {
            case .anyText: .anyText
            case .key(let key): key
            case .argument: .arg
            }
        }
    }

    /// The condition.
    package enum Test: Hashable, Sendable {
        /// A text matches, or a number is equal if the text is one.
        case text(TextPattern, FilterNumber? = nil)
        case number(FilterComparison)
        case identity(InvocationID)
        /// Started at or after a time, in nanoseconds since 1970.
        case since(Int64)
        /// An age, counted back from the creation of the filter.
        case age(FilterQuantity)
        /// A period in nanoseconds since 1970, both ends inclusive; nil leaves that end open.
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
