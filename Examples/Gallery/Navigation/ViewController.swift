// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A screen of the program.
open class ViewController {
    /// What is written above the screen.
    public let title: String

    /// A screen with a title.
    public init(title: String) { self.title = title }
}
