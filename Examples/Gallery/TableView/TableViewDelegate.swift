// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Is told what happens to the rows of a table view. Everything may be left out.
public protocol TableViewDelegate: ScrollViewDelegate {
    /// A cell is about to be seen.
    func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath)
    /// A cell is no longer seen.
    func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath)
    /// A finger is down on a row.
    func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath)
    /// The finger is up again.
    func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath)
    /// Which row to select instead of the one that was tapped; the tapped one when it is left out, nil for none.
    func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath?
    /// A row has been selected.
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)
    /// Another row has been selected.
    func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath)
    /// The accessory of a row has been tapped.
    func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath)
}

extension TableViewDelegate {
    /// What stands in for `tableView(_:willDisplay:forRowAt:)` where it is left out.
    public func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {}
    /// What stands in for `tableView(_:didEndDisplaying:forRowAt:)` where it is left out.
    public func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) {
    }
    /// What stands in for `tableView(_:didHighlightRowAt:)` where it is left out.
    public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {}
    /// What stands in for `tableView(_:didUnhighlightRowAt:)` where it is left out.
    public func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {}
    /// What stands in for `tableView(_:willSelectRowAt:)` where it is left out.
    public func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? { indexPath }
    /// What stands in for `tableView(_:didSelectRowAt:)` where it is left out.
    public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
    /// What stands in for `tableView(_:didDeselectRowAt:)` where it is left out.
    public func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {}
    /// What stands in for `tableView(_:accessoryButtonTappedForRowWith:)` where it is left out.
    public func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {}
}
