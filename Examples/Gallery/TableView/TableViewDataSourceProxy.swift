// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ProxyCore

/// The proxy of `TableView.dataSource`. Without a forward delegate, the table has one section without rows.
open class TableViewDataSourceProxy:
    DelegateProxy<TableView, any TableViewDataSource>,
    DelegateProxyType,
    TableViewDataSource,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.

    /// Registers the proxy for `TableView` and its subclasses.
    open class func registerKnownImplementations() {
        register { TableViewDataSourceProxy(tableView: $0) }
    }

    /// Creates the proxy of a table. To install it as well, use `proxy(for:)`.
    public init(tableView: TableView, recorder: Recorder = .current) {
        super.init(parentObject: tableView, delegateProxy: TableViewDataSourceProxy.self, recorder: recorder)
    }

    /// The requirements of the protocol, typed.
    open override class var requirements: [AnyMethodSelector] { Selectors.all }

    /// Forwards `numberOfSections(in:)`.
    open func numberOfSections(in tableView: TableView) -> Int {
        forward(Selectors.numberOfSections, tableView, default: 1) { $0.numberOfSections(in: tableView) }
    }

    /// Forwards `tableView(_:numberOfRowsInSection:)`.
    open func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        forward(Selectors.numberOfRows, (tableView, section), default: 0) {
            $0.tableView(tableView, numberOfRowsInSection: section)
        } edited: {
            $0.tableView($1.0, numberOfRowsInSection: $1.1)
        }
    }

    /// Forwards `tableView(_:cellForRowAt:)`.
    open func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        forward(Selectors.cellForRow, (tableView, indexPath), default: TableViewCell(reuseIdentifier: nil)) {
            $0.tableView(tableView, cellForRowAt: indexPath)
        } edited: {
            $0.tableView($1.0, cellForRowAt: $1.1)
        }
    }

    /// Forwards `tableView(_:titleForHeaderInSection:)`.
    open func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
        forward(Selectors.titleForHeader, (tableView, section), default: nil) {
            $0.tableView(tableView, titleForHeaderInSection: section)
        } edited: {
            $0.tableView($1.0, titleForHeaderInSection: $1.1)
        }
    }

    /// Forwards `tableView(_:commit:forRowAt:)`.
    open func tableView(
        _ tableView: TableView,
        commit editingStyle: TableViewCellEditingStyle,
        forRowAt indexPath: IndexPath
    ) throws {
        try forward(Selectors.commit, (tableView, editingStyle, indexPath)) {
            try $0.tableView(tableView, commit: editingStyle, forRowAt: indexPath)
        } edited: {
            try $0.tableView($1.0, commit: $1.1, forRowAt: $1.2)
        }
    }

    /// Forwards `tableView(_:moveRowAt:to:)`.
    open func tableView(
        _ tableView: TableView,
        moveRowAt sourceIndexPath: IndexPath,
        to destinationIndexPath: IndexPath
    ) {
        forward(Selectors.move, (tableView, sourceIndexPath, destinationIndexPath)) {
            $0.tableView(tableView, moveRowAt: sourceIndexPath, to: destinationIndexPath)
        } edited: {
            $0.tableView($1.0, moveRowAt: $1.1, to: $1.2)
        }
    }
}
