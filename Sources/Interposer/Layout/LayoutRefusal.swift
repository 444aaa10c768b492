// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Why the layout of a value isn't known. The value is then not shown; its layout is never guessed.
struct LayoutRefusal: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
