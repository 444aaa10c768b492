// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A screen of the program.
open class ViewController {
    /// The title in the navigation bar.
    public let title: String

    /// Creates a screen with a title.
    public init(title: String) { self.title = title }
}
