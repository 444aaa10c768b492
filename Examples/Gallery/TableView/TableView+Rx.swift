// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ProxyCore
public import Reactive

extension Reactive where Base: TableView {
    private typealias Selectors = TableViewDelegateProxy.Selectors
    private typealias DataSelectors = TableViewDataSourceProxy.Selectors

    /// The proxy in the `dataSource` property, installed if necessary.
    public var dataSource: TableViewDataSourceProxy {
        get throws(DelegateProxyError) { try TableViewDataSourceProxy.proxy(for: base) }
    }

    /// Makes an object the forward delegate of the data source's proxy, referenced weakly, until the result is disposed
    /// of.
    public func setDataSource(_ dataSource: any TableViewDataSource) throws(DelegateProxyError) -> any Disposable {
        try TableViewDataSourceProxy.installForwardDelegate(dataSource, retainDelegate: false, onProxyForObject: base)
    }

    /// The proxy in the `prefetchDataSource` property, installed if necessary.
    public var prefetchDataSource: TableViewPrefetchDataSourceProxy {
        get throws(DelegateProxyError) { try TableViewPrefetchDataSourceProxy.proxy(for: base) }
    }

    /// Selected rows.
    public var itemSelected: ControlEvent<IndexPath> { rows(Selectors.didSelect) }

    /// Deselected rows.
    public var itemDeselected: ControlEvent<IndexPath> { rows(Selectors.didDeselect) }

    /// Highlighted rows.
    public var itemHighlighted: ControlEvent<IndexPath> { rows(Selectors.didHighlight) }

    /// Rows whose highlight ended.
    public var itemUnhighlighted: ControlEvent<IndexPath> { rows(Selectors.didUnhighlight) }

    /// Rows whose accessory was tapped.
    public var itemAccessoryButtonTapped: ControlEvent<IndexPath> { rows(Selectors.accessoryTapped) }

    /// Cells that are about to become visible.
    public var willDisplayCell: ControlEvent<(cell: TableViewCell, indexPath: IndexPath)> {
        ControlEvent(events: calls(Selectors.willDisplay).map { (cell: $0.1, indexPath: $0.2) })
    }

    /// Cells that are no longer visible.
    public var didEndDisplayingCell: ControlEvent<(cell: TableViewCell, indexPath: IndexPath)> {
        ControlEvent(events: calls(Selectors.didEndDisplaying).map { (cell: $0.1, indexPath: $0.2) })
    }

    /// Inserted rows.
    public var itemInserted: ControlEvent<IndexPath> { edits(.insert) }

    /// Rows that were deleted, or whose deletion the data source rejected.
    public var itemDeleted: ControlEvent<IndexPath> { edits(.delete) }

    /// Moved rows.
    public var itemMoved: ControlEvent<(sourceIndex: IndexPath, destinationIndex: IndexPath)> {
        let moves = TableViewDataSourceProxy.methodInvoked(DataSelectors.move, of: base)
        return ControlEvent(events: moves.map { (sourceIndex: $0.1, destinationIndex: $0.2) })
    }

    /// Rows that will soon be visible.
    public var prefetchRows: ControlEvent<[IndexPath]> {
        let selector = TableViewPrefetchDataSourceProxy.Selectors.prefetch
        return ControlEvent(events: TableViewPrefetchDataSourceProxy.methodInvoked(selector, of: base).map(\.1))
    }

    private func rows(_ selector: Selectors.Row<Void>) -> ControlEvent<IndexPath> {
        ControlEvent(events: calls(selector).map(\.1))
    }

    private func edits(_ style: TableViewCellEditingStyle) -> ControlEvent<IndexPath> {
        let commits = TableViewDataSourceProxy.methodInvoked(DataSelectors.commit, of: base)
        return ControlEvent(events: commits.filter { $0.1 == style }.map(\.2))
    }

    private func calls<Arguments>(
        _ selector: MethodSelector<TableViewDelegateProxy, Arguments, Void>
    ) -> Observable<Arguments> {
        TableViewDelegateProxy.methodInvoked(selector, of: base)
    }
}
