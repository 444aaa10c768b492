// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a finger does to the number of rows.
public enum TableViewCellEditingStyle: Sendable {
    /// Puts a row before another one.
    case insert
    /// Takes a row away.
    case delete
}

/// Gives a table view its rows.
public protocol TableViewDataSource: AnyObject {
    /// How many sections there are; 1 when it is left out.
    func numberOfSections(in tableView: TableView) -> Int
    /// How many rows a section has.
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int
    /// The cell of a row.
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell
    /// The title above a section; nil, none, when it is left out.
    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String?
    /// A finger has edited a row. May be left out, and may throw to refuse.
    func tableView(
        _ tableView: TableView,
        commit editingStyle: TableViewCellEditingStyle,
        forRowAt indexPath: IndexPath
    ) throws
    /// A finger has moved a row. May be left out.
    func tableView(_ tableView: TableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)
}

extension TableViewDataSource {
    /// What stands in for `numberOfSections(in:)` where it is left out.
    public func numberOfSections(in tableView: TableView) -> Int { 1 }
    /// What stands in for `tableView(_:titleForHeaderInSection:)` where it is left out.
    public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { nil }
    /// What stands in for `tableView(_:commit:forRowAt:)` where it is left out.
    public func tableView(
        _ tableView: TableView,
        commit editingStyle: TableViewCellEditingStyle,
        forRowAt indexPath: IndexPath
    ) throws {}
    /// What stands in for `tableView(_:moveRowAt:to:)` where it is left out.
    public func tableView(
        _ tableView: TableView,
        moveRowAt sourceIndexPath: IndexPath,
        to destinationIndexPath: IndexPath
    ) {}
}

/// Is told early which rows will be seen.
public protocol TableViewPrefetchDataSource: AnyObject {
    /// The rows that follow those that are seen now.
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath])
}
