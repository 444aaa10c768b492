// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A regular expression as a tree.
indirect enum RegexNode {
    case empty
    case one(of: ScalarSet)
    case sequence([RegexNode])
    case choice([RegexNode])
    /// As many times as the bounds say; no `most` is any number of times.
    case repetition(RegexNode, least: Int, most: Int?)
    case assertion(RegexAssertion)
}
