// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Why a text is not a valid filter, and where.
public struct FilterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The cause, for comparison.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Cause: String {
            case tooLong, tooDeep, unexpectedToken, unclosedGroup, emptyGroup, unclosedQuote, unclosedPattern
            case unknownKey, unknownValue, missingValue, wrongForm, badNumber, badInstant, badPattern
        }

        private let cause: Cause

        /// The text is longer than `InvocationFilter.lengthLimit`.
        public static let tooLong = Code(cause: .tooLong)
        /// Groups and negations are nested deeper than `InvocationFilter.nestingLimit`.
        public static let tooDeep = Code(cause: .tooDeep)
        /// Something else is required at this position.
        public static let unexpectedToken = Code(cause: .unexpectedToken)
        /// An opening parenthesis has no closing one.
        public static let unclosedGroup = Code(cause: .unclosedGroup)
        /// A pair of parentheses is empty.
        public static let emptyGroup = Code(cause: .emptyGroup)
        /// An opening quotation mark has no closing one.
        public static let unclosedQuote = Code(cause: .unclosedQuote)
        /// A regular expression has no closing slash.
        public static let unclosedPattern = Code(cause: .unclosedPattern)
        /// There is no key with this name.
        public static let unknownKey = Code(cause: .unknownKey)
        /// The value is not one of the words that the key accepts.
        public static let unknownValue = Code(cause: .unknownValue)
        /// No value follows a key or a comparison.
        public static let missingValue = Code(cause: .missingValue)
        /// The key requires another form of value.
        public static let wrongForm = Code(cause: .wrongForm)
        /// The value is not a number, or lacks a required unit.
        public static let badNumber = Code(cause: .badNumber)
        /// The value is not a valid time or age.
        public static let badInstant = Code(cause: .badInstant)
        /// The regular expression is invalid or too large.
        public static let badPattern = Code(cause: .badPattern)

        /// The name of the cause.
        public var description: String { cause.rawValue }
    }

    /// The cause.
    public let code: Code
    /// Start of the invalid part, from 0, in UTF-16 code units, as JavaScript counts them.
    public let position: Int
    /// Length of the invalid part, in UTF-16 code units; 0 when something is missing at `position`.
    public let length: Int
    /// What is wrong and how to fix it, in one or two sentences.
    public let message: String
    /// What is allowed at `position`, for display; empty if the message suffices.
    public let expected: [String]
    /// Replacements for the invalid part, nearest first: names of keys, or known values.
    public let candidates: [String]

    /// The message with its position, from 1, as people count characters.
    public var description: String { "\(message) (at character \(position + 1))" }
}
