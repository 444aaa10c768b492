// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension TableView {
    private typealias Selectors = TableViewDelegateProxy.Selectors
    private typealias DataSelectors = TableViewDataSourceProxy.Selectors

    /// Simulates a tap on a row: it is highlighted and becomes the selected row, unless the delegate chooses another
    /// row or none.
    public func tapRow(at indexPath: IndexPath) {
        delegate(for: Selectors.didHighlight)?.tableView(self, didHighlightRowAt: indexPath)
        delegate(for: Selectors.didUnhighlight)?.tableView(self, didUnhighlightRowAt: indexPath)
        var chosen: IndexPath? = indexPath
        if let delegate = delegate(for: Selectors.willSelect) {
            chosen = delegate.tableView(self, willSelectRowAt: indexPath)
        }
        guard let chosen else { return }
        if let old = indexPathForSelectedRow, old != chosen {
            delegate(for: Selectors.didDeselect)?.tableView(self, didDeselectRowAt: old)
        }
        indexPathForSelectedRow = chosen
        delegate(for: Selectors.didSelect)?.tableView(self, didSelectRowAt: chosen)
    }

    /// Simulates a tap on a row's accessory.
    public func tapAccessory(ofRowAt indexPath: IndexPath) {
        delegate(for: Selectors.accessoryTapped)?.tableView(self, accessoryButtonTappedForRowWith: indexPath)
    }

    /// Simulates inserting or deleting a row.
    ///
    /// - Throws: The error with which the data source rejects the change.
    public func edit(_ style: TableViewCellEditingStyle, rowAt indexPath: IndexPath) throws {
        guard dataAnswers.contains(DataSelectors.commit) else { return }
        try dataSource?.tableView(self, commit: style, forRowAt: indexPath)
    }

    /// Simulates dragging a row to another position.
    public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        guard dataAnswers.contains(DataSelectors.move) else { return }
        dataSource?.tableView(self, moveRowAt: indexPath, to: newIndexPath)
    }

    /// The title of a section; nil for none.
    public func titleForHeader(inSection section: Int) -> String? {
        guard dataAnswers.contains(DataSelectors.titleForHeader) else { return nil }
        return dataSource?.tableView(self, titleForHeaderInSection: section)
    }
}
