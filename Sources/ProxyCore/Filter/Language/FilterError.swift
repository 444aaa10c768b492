// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Why a text is no filter, and where.
public struct FilterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The causes. Compare with `==`.
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
        /// Something else has to stand here.
        public static let unexpectedToken = Code(cause: .unexpectedToken)
        /// A parenthesis is opened and not closed.
        public static let unclosedGroup = Code(cause: .unclosedGroup)
        /// There is nothing between two parentheses.
        public static let emptyGroup = Code(cause: .emptyGroup)
        /// A quotation mark is opened and not closed.
        public static let unclosedQuote = Code(cause: .unclosedQuote)
        /// A regular expression has no second slash.
        public static let unclosedPattern = Code(cause: .unclosedPattern)
        /// No key has that name.
        public static let unknownKey = Code(cause: .unknownKey)
        /// The key takes one of some words, and this is none of them.
        public static let unknownValue = Code(cause: .unknownValue)
        /// A key or a comparison is followed by nothing.
        public static let missingValue = Code(cause: .missingValue)
        /// The key takes another form of value.
        public static let wrongForm = Code(cause: .wrongForm)
        /// Not a number, or a number without a unit that it needs.
        public static let badNumber = Code(cause: .badNumber)
        /// Not an instant, or not an age.
        public static let badInstant = Code(cause: .badInstant)
        /// The regular expression is not valid, or too large.
        public static let badPattern = Code(cause: .badPattern)

        /// The name of the cause.
        public var description: String { cause.rawValue }
    }

    /// The cause.
    public let code: Code
    /// Where the wrong part begins: 0-based, in UTF-16 code units, as JavaScript counts the characters of a string.
    public let position: Int
    /// How long the wrong part is, in UTF-16 code units; 0 when something is missing at `position`.
    public let length: Int
    /// What is wrong and how to mend it, in one or two sentences.
    public let message: String
    /// What could stand at `position`, for people to read; empty where the message says it all.
    public let expected: [String]
    /// Replacements for the wrong part, nearest first: names of keys, or known values.
    public let candidates: [String]

    /// The message with its position.
    public var description: String { "\(message) (at \(position))" }
}
