// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A number with its noun.
package enum Plural {
    /// `1 call`, `2 calls`; the noun may end with other words: `matching call`.
    package static func text(_ number: some BinaryInteger, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
