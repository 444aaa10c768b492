// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a table view shows in one row.
open class TableViewCell {
    /// Names the kind of cell, so that cells that have left the view can be used again.
    public let reuseIdentifier: String?

    /// The text, nil for none.
    open var text: String?

    /// Creates a cell without text. A table view does it by itself for the classes that are registered with it.
    public required init(reuseIdentifier: String?) { self.reuseIdentifier = reuseIdentifier }

    /// Called before the cell is used for another row. Takes the text away.
    open func prepareForReuse() { text = nil }
}
