// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ProxyCore

/// The proxy of `TableView.prefetchDataSource`.
open class TableViewPrefetchDataSourceProxy:
    DelegateProxy<TableView, any TableViewPrefetchDataSource>,
    DelegateProxyType,
    TableViewPrefetchDataSource,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.

    /// The requirements of `TableViewPrefetchDataSource`.
    public enum Selectors {
        /// `tableView(_:prefetchRowsAt:)`
        public static let prefetch = MethodSelector<
            TableViewPrefetchDataSourceProxy, (TableView, [IndexPath]), Void
        >(
            "tableView(_:prefetchRowsAt:)",
            of: "TableViewPrefetchDataSource",
            parameters: ["tableView", "indexPaths"]
        )
    }

    /// Registers the proxy for `TableView` and its subclasses.
    open class func registerKnownImplementations() {
        register { TableViewPrefetchDataSourceProxy(tableView: $0) }
    }

    /// Creates the proxy of a table. To install it as well, use `proxy(for:)`.
    public init(tableView: TableView, recorder: Recorder = .current) {
        super.init(parentObject: tableView, delegateProxy: TableViewPrefetchDataSourceProxy.self, recorder: recorder)
    }

    /// The requirement of the protocol, typed.
    open override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(Selectors.prefetch)] }

    /// Forwards `tableView(_:prefetchRowsAt:)`.
    open func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) {
        forward(Selectors.prefetch, (tableView, indexPaths)) { $0.tableView(tableView, prefetchRowsAt: indexPaths) }
    }
}
