// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An error with an identity.
struct TestError: Error, Equatable, CustomStringConvertible {
    let number: Int
    var description: String { "e\(number)" }
    init(_ number: Int = 1) { self.number = number }
}
