// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gallery
import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

@Suite(.leavesNothing) @MainActor struct TableViewTests {
    private let table = TableView()
    private let bag = DisposeBag()
    private let row = IndexPath(row: 1, section: 0)

    @Test func aTableGetsTheProxyThatKnowsAboutRowsWhoeverAsks() throws {
        let proxy = try ScrollViewDelegateProxy.proxy(for: table)
        #expect(type(of: proxy) == TableViewDelegateProxy.self)
        #expect(try table.rx.delegate === proxy)
        #expect(type(of: try ScrollViewDelegateProxy.proxy(for: ScrollView())) == ScrollViewDelegateProxy.self)
    }

    @Test("test_DelegateProxyHierarchyWorks, table view") func whatTheScrollViewDeclaresIsObservedOnATable() throws {
        var seen = 0
        let proxy = try TableViewDelegateProxy.proxy(for: table)
        for stream in [
            proxy.sentMessage(ScrollViewDelegateProxy.Selectors.didScroll),
            proxy.methodInvoked(ScrollViewDelegateProxy.Selectors.didScroll),
        ] {
            stream.subscribe(onNext: { _ in seen += 1 }).disposed(by: bag)
        }
        table.contentOffset.y = 10
        #expect(seen == 2)
    }

    @Test func aDelegateThatIsSetBeforeTheSubscriptionHearsOfRowsToo() {
        let delegate = RowWriter()
        var selected: [IndexPath] = []
        table.delegate = delegate
        table.rx.itemSelected.subscribe(onNext: { selected.append($0) }).disposed(by: bag)
        table.tapRow(at: row)
        #expect(selected == [row] && delegate.selected == [row])
    }

    @Test func aDelegateThatIsSetAfterTheSubscriptionTakesTheProxysPlaceUntilItIsAskedForAgain() throws {
        let delegate = RowWriter()
        var selected: [IndexPath] = []
        table.rx.itemSelected.subscribe(onNext: { selected.append($0) }).disposed(by: bag)
        table.delegate = delegate
        table.tapRow(at: row)
        #expect(selected.isEmpty && delegate.selected == [row])
        _ = try table.rx.delegate
        table.tapRow(at: row)
        #expect(selected == [row] && delegate.selected == [row, row])
    }

    @Test func setDelegateWorksBeforeAndAfterTheSubscription() throws {
        for isFirst in [true, false] {
            let table = TableView()
            let delegate = RowWriter()
            var selected = 0
            if isFirst { try table.rx.setDelegate(delegate).disposed(by: bag) }
            table.rx.itemSelected.subscribe(onNext: { _ in selected += 1 }).disposed(by: bag)
            if !isFirst { try table.rx.setDelegate(delegate).disposed(by: bag) }
            table.tapRow(at: row)
            #expect(selected == 1 && delegate.selected == [row])
        }
    }

    @Test func aDelegateOfScrollViewsOnlyIsPassedOverForRows() throws {
        let delegate = EventlessDelegate()
        table.delegate = delegate
        let proxy = try table.rx.delegate
        table.tapRow(at: row)
        table.contentOffset.y = 5
        #expect(proxy.forwardToDelegate() === delegate && delegate.scrolled == 1)
        #expect(table.indexPathForSelectedRow == row)
    }

    @Test func aHandlerChoosesAnotherRowAndRefusesOne() throws {
        let willSelect = TableViewDelegateProxy.Selectors.willSelect
        let proxy = try TableViewDelegateProxy.proxy(for: table)
        let other = IndexPath(row: 7, section: 0)
        let choice = proxy.handle(willSelect) { _ in other }
        table.tapRow(at: row)
        #expect(table.indexPathForSelectedRow == other)
        proxy.handle(willSelect) { _ in nil }.disposed(by: bag)
        table.tapRow(at: row)
        #expect(table.indexPathForSelectedRow == other)
        choice.dispose()
    }

    @Test func anErrorOfTheDataSourcePassesUnchangedAndIsObserved() throws {
        let dataSource = Names(["a", "b"])
        table.dataSource = dataSource
        var deleted: [Int] = []
        table.rx.itemDeleted.subscribe(onNext: { deleted.append($0.row) }).disposed(by: bag)
        try table.edit(.delete, rowAt: row)
        #expect(dataSource.names == ["a"])
        #expect(throws: Names.Refusal(row: 0)) { try table.edit(.delete, rowAt: IndexPath(row: 0, section: 0)) }
        #expect(deleted == [1, 0])
    }

    @Test func prefetchingGoesThroughItsOwnProxy() throws {
        let dataSource = Names((0..<40).map { "row \($0)" })
        table.dataSource = dataSource
        _ = try table.rx.prefetchDataSource
        var soon: [[Int]] = []
        table.rx.prefetchRows.subscribe(onNext: { soon.append($0.map(\.row)) }).disposed(by: bag)
        table.reloadData()
        table.contentOffset.y = 440
        #expect(soon == [Array(10..<20), Array(20..<30)])
    }

    @Test("UITableView test_DelegateEventCompletesOnDealloc") func allStreamsCompleteWhenTheTableDies() {
        var table: TableView? = TableView()
        var completed: [String] = []
        func watch<Element>(_ name: String, _ event: ControlEvent<Element>?) {
            event?.subscribe(onCompleted: { completed.append(name) }).disposed(by: bag)
        }
        watch("itemSelected", table?.rx.itemSelected)
        watch("itemDeselected", table?.rx.itemDeselected)
        watch("itemHighlighted", table?.rx.itemHighlighted)
        watch("itemUnhighlighted", table?.rx.itemUnhighlighted)
        watch("itemAccessoryButtonTapped", table?.rx.itemAccessoryButtonTapped)
        watch("itemInserted", table?.rx.itemInserted)
        watch("itemDeleted", table?.rx.itemDeleted)
        watch("itemMoved", table?.rx.itemMoved)
        watch("willDisplayCell", table?.rx.willDisplayCell)
        watch("didEndDisplayingCell", table?.rx.didEndDisplayingCell)
        watch("modelSelected", table?.rx.modelSelected(String.self))
        watch("modelDeselected", table?.rx.modelDeselected(String.self))
        watch("modelDeleted", table?.rx.modelDeleted(String.self))
        #expect(completed.isEmpty)
        table = nil
        #expect(completed.count == 13)
    }
}

/// Logs selected rows.
private final class RowWriter: TableViewDelegate {
    private(set) var selected: [IndexPath] = []

    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) { selected.append(indexPath) }
}

/// A scroll view delegate that ignores rows.
private final class EventlessDelegate: ScrollViewDelegate {
    private(set) var scrolled = 0

    func scrollViewDidScroll(_ scrollView: ScrollView) { scrolled += 1 }
}

/// Names in one section; the first cannot be deleted.
private final class Names: TableViewDataSource {
    struct Refusal: Error, Equatable { let row: Int }

    private(set) var names: [String]

    init(_ names: [String]) { self.names = names }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { names.count }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let cell = TableViewCell(reuseIdentifier: nil)
        cell.text = names[indexPath.row]
        return cell
    }

    func tableView(
        _ tableView: TableView,
        commit editingStyle: TableViewCellEditingStyle,
        forRowAt indexPath: IndexPath
    ) throws {
        if indexPath.row == 0 { throw Refusal(row: 0) }
        names.remove(at: indexPath.row)
    }
}
