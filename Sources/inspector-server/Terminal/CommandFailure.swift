// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Something that went wrong at run time, in words for the person at the terminal.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
