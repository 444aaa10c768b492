// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The syntax tree of a regular expression.
indirect enum RegexNode {
    case empty
    case one(of: ScalarSet)
    case sequence([RegexNode])
    case choice([RegexNode])
    /// A repetition within bounds; unbounded if `most` is nil.
    case repetition(RegexNode, least: Int, most: Int?)
    case assertion(RegexAssertion)
}
