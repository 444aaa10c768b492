// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ProxyCore

/// The proxy of a table view's `delegate`, which adds rows to the scroll view's proxy.
///
/// The property belongs to the scroll view, so its type is `any ScrollViewDelegate`. `TableViewDelegate` is a facet:
/// each forward delegate is checked for conformance once.
open class TableViewDelegateProxy: ScrollViewDelegateProxy, TableViewDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    private static let rows = DelegateFacet<any TableViewDelegate>()

    /// Creates the proxy of a table. To install it as well, use `proxy(for:)`.
    public init(tableView: TableView, recorder: Recorder = .current) {
        super.init(scrollView: tableView, recorder: recorder)
    }

    /// The requirements of both the scroll view's delegate and the table view's.
    open override class var requirements: [AnyMethodSelector] { super.requirements + Selectors.all }

    /// The additional protocols to which a forward delegate may conform.
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
