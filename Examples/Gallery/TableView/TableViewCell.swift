// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The contents of one row in a table view.
open class TableViewCell {
    /// The kind of cell, to reuse cells that are no longer visible.
    public let reuseIdentifier: String?

    /// The text; nil for none.
    open var text: String?

    /// Creates a cell without text. Table views do this for registered classes.
    public required init(reuseIdentifier: String?) { self.reuseIdentifier = reuseIdentifier }

    /// Called before the cell is used for another row. Removes the text.
    open func prepareForReuse() { text = nil }
}
