// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The delegate of a table view. All requirements are optional.
public protocol TableViewDelegate: ScrollViewDelegate {
    /// A cell is about to become visible.
    func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath)
    /// A cell is no longer visible.
    func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath)
    /// A row was highlighted.
    func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath)
    /// A row's highlight ended.
    func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath)
    /// The row to select instead of the tapped one; by default, the tapped row. Nil for none.
    func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath?
    /// A row was selected.
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)
    /// A row was deselected.
    func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath)
    /// The accessory of a row was tapped.
    func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath)
}

extension TableViewDelegate {
    /// The default implementation of `tableView(_:willDisplay:forRowAt:)`.
    public func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {}
    /// The default implementation of `tableView(_:didEndDisplaying:forRowAt:)`.
    public func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) {
    }
    /// The default implementation of `tableView(_:didHighlightRowAt:)`.
    public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {}
    /// The default implementation of `tableView(_:didUnhighlightRowAt:)`.
    public func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {}
    /// The default implementation of `tableView(_:willSelectRowAt:)`.
    public func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? { indexPath }
    /// The default implementation of `tableView(_:didSelectRowAt:)`.
    public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
    /// The default implementation of `tableView(_:didDeselectRowAt:)`.
    public func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {}
    /// The default implementation of `tableView(_:accessoryButtonTappedForRowWith:)`.
    public func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {}
}
