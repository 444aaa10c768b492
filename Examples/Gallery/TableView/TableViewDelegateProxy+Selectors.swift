// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ProxyCore

extension TableViewDelegateProxy {
    /// The requirements of `TableViewDelegate` in addition to those of `ScrollViewDelegate`.
    public enum Selectors {
        /// A requirement with a row and a result.
        public typealias Row<Return> = MethodSelector<TableViewDelegateProxy, (TableView, IndexPath), Return>
        /// A requirement with a cell and its row.
        public typealias Cell = MethodSelector<TableViewDelegateProxy, (TableView, TableViewCell, IndexPath), Void>

        private static func row<Return>(_ name: String) -> Row<Return> {
            Row(name, of: "TableViewDelegate", parameters: ["tableView", "indexPath"], traits: .optional)
        }

        private static func cell(_ name: String) -> Cell {
            Cell(name, of: "TableViewDelegate", parameters: ["tableView", "cell", "indexPath"], traits: .optional)
        }

        /// `tableView(_:willDisplay:forRowAt:)`
        public static let willDisplay = cell("tableView(_:willDisplay:forRowAt:)")
        /// `tableView(_:didEndDisplaying:forRowAt:)`
        public static let didEndDisplaying = cell("tableView(_:didEndDisplaying:forRowAt:)")
        /// `tableView(_:didHighlightRowAt:)`
        public static let didHighlight: Row<Void> = row("tableView(_:didHighlightRowAt:)")
        /// `tableView(_:didUnhighlightRowAt:)`
        public static let didUnhighlight: Row<Void> = row("tableView(_:didUnhighlightRowAt:)")
        /// `tableView(_:willSelectRowAt:)`
        public static let willSelect: Row<IndexPath?> = row("tableView(_:willSelectRowAt:)")
        /// `tableView(_:didSelectRowAt:)`
        public static let didSelect: Row<Void> = row("tableView(_:didSelectRowAt:)")
        /// `tableView(_:didDeselectRowAt:)`
        public static let didDeselect: Row<Void> = row("tableView(_:didDeselectRowAt:)")
        /// `tableView(_:accessoryButtonTappedForRowWith:)`
        public static let accessoryTapped: Row<Void> = row("tableView(_:accessoryButtonTappedForRowWith:)")

        /// All selectors.
        public static let all = [
            AnyMethodSelector(willDisplay), AnyMethodSelector(didEndDisplaying), AnyMethodSelector(didHighlight),
            AnyMethodSelector(didUnhighlight), AnyMethodSelector(willSelect), AnyMethodSelector(didSelect),
            AnyMethodSelector(didDeselect), AnyMethodSelector(accessoryTapped),
        ]
    }
}
