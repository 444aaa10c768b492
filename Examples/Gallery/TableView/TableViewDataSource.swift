// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A change to the number of rows.
public enum TableViewCellEditingStyle: Sendable {
    /// Inserts a row before another one.
    case insert
    /// Deletes a row.
    case delete
}

/// Provides the rows of a table view.
public protocol TableViewDataSource: AnyObject {
    /// Number of sections; 1 by default.
    func numberOfSections(in tableView: TableView) -> Int
    /// Number of rows in a section.
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int
    /// The cell of a row.
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell
    /// The title of a section; nil (none) by default.
    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String?
    /// The user edited a row. Optional; may throw to reject the change.
    func tableView(
        _ tableView: TableView,
        commit editingStyle: TableViewCellEditingStyle,
        forRowAt indexPath: IndexPath
    ) throws
    /// The user moved a row. Optional.
    func tableView(_ tableView: TableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)
}

extension TableViewDataSource {
    /// The default implementation of `numberOfSections(in:)`.
    public func numberOfSections(in tableView: TableView) -> Int { 1 }
    /// The default implementation of `tableView(_:titleForHeaderInSection:)`.
    public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { nil }
    /// The default implementation of `tableView(_:commit:forRowAt:)`.
    public func tableView(
        _ tableView: TableView,
        commit editingStyle: TableViewCellEditingStyle,
        forRowAt indexPath: IndexPath
    ) throws {}
    /// The default implementation of `tableView(_:moveRowAt:to:)`.
    public func tableView(
        _ tableView: TableView,
        moveRowAt sourceIndexPath: IndexPath,
        to destinationIndexPath: IndexPath
    ) {}
}

/// Is notified of rows that will soon be visible.
public protocol TableViewPrefetchDataSource: AnyObject {
    /// The rows after the visible ones.
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath])
}
