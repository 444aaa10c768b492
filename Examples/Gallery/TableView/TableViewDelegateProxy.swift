// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ProxyCore

/// The proxy of a table view's `delegate`: what the scroll view's proxy does, and the rows.
///
/// The property is the scroll view's, so its type is `any ScrollViewDelegate`; a forward delegate is asked once for
/// `TableViewDelegate`, as a facet.
open class TableViewDelegateProxy: ScrollViewDelegateProxy, TableViewDelegate, @unchecked Sendable {
    // Sendable: as its superclass; it adds no state.
    private static let rows = DelegateFacet<any TableViewDelegate>()

    /// Creates the proxy of one table; `proxy(for:)` installs it too.
    public init(tableView: TableView, recorder: Recorder = .shared) {
        super.init(scrollView: tableView, recorder: recorder)
    }

    /// Those of the scroll view's delegate and those of the table view's.
    open override class var requirements: [AnyMethodSelector] { super.requirements + Selectors.all }

    /// The protocols that a forward delegate is asked for.
    open override class var facets: [AnyDelegateFacet] { super.facets + [AnyDelegateFacet(rows)] }

    /// Forwards `tableView(_:willDisplay:forRowAt:)`.
    open func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {
        forward(as: Self.rows, Selectors.willDisplay, (tableView, cell, indexPath)) {
            $0.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
        }
    }

    /// Forwards `tableView(_:didEndDisplaying:forRowAt:)`.
    open func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) {
        forward(as: Self.rows, Selectors.didEndDisplaying, (tableView, cell, indexPath)) {
            $0.tableView(tableView, didEndDisplaying: cell, forRowAt: indexPath)
        }
    }

    /// Forwards `tableView(_:didHighlightRowAt:)`.
    open func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {
        forward(as: Self.rows, Selectors.didHighlight, (tableView, indexPath)) {
            $0.tableView(tableView, didHighlightRowAt: indexPath)
        }
    }

    /// Forwards `tableView(_:didUnhighlightRowAt:)`.
    open func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {
        forward(as: Self.rows, Selectors.didUnhighlight, (tableView, indexPath)) {
            $0.tableView(tableView, didUnhighlightRowAt: indexPath)
        }
    }

    /// Forwards `tableView(_:willSelectRowAt:)`.
    open func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        forward(as: Self.rows, Selectors.willSelect, (tableView, indexPath), default: indexPath) {
            $0.tableView(tableView, willSelectRowAt: indexPath)
        }
    }

    /// Forwards `tableView(_:didSelectRowAt:)`.
    open func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        forward(as: Self.rows, Selectors.didSelect, (tableView, indexPath)) {
            $0.tableView(tableView, didSelectRowAt: indexPath)
        }
    }

    /// Forwards `tableView(_:didDeselectRowAt:)`.
    open func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {
        forward(as: Self.rows, Selectors.didDeselect, (tableView, indexPath)) {
            $0.tableView(tableView, didDeselectRowAt: indexPath)
        }
    }

    /// Forwards `tableView(_:accessoryButtonTappedForRowWith:)`.
    open func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
        forward(as: Self.rows, Selectors.accessoryTapped, (tableView, indexPath)) {
            $0.tableView(tableView, accessoryButtonTappedForRowWith: indexPath)
        }
    }
}
