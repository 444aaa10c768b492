// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An error at run time, in words for the terminal.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
