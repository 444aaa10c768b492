// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ProxyCore
public import Reactive

extension Reactive where Base: TableView {
    /// Shows what a sequence sends, a cell per element, made by a closure.
    ///
    /// ```swift
    /// names.bind(to: tableView.rx.items) { tableView, row, name in ... }
    /// ```
    public func items<Rows: Sequence, Source: ObservableType>(
        _ source: Source
    ) -> (_ makeCell: @escaping (TableView, Int, Rows.Element) -> TableViewCell) -> any Disposable
    where Source.Element == Rows {
        { makeCell in
            let dataSource = ReactiveDataSource(makeCell: makeCell)
            return self.items(dataSource: dataSource)(source.map { Array($0) })
        }
    }

    /// Shows what a sequence sends, a cell of a registered class per element, which a closure fills.
    ///
    /// ```swift
    /// names.bind(to: tableView.rx.items(cellIdentifier: "cell")) { row, name, cell in cell.text = name }
    /// ```
    public func items<Rows: Sequence, Cell: TableViewCell, Source: ObservableType>(
        cellIdentifier: String,
        cellType: Cell.Type = Cell.self
    ) -> (_ source: Source) -> (_ fill: @escaping (Int, Rows.Element, Cell) -> Void) -> any Disposable
    where Source.Element == Rows {
        { source in
            { fill in
                self.items(source)({ tableView, row, model in
                    let path = IndexPath(row: row, section: 0)
                    let cell = tableView.dequeueReusableCell(withIdentifier: cellIdentifier, for: path)
                    if let cell = cell as? Cell { fill(row, model, cell) }
                    return cell
                })
            }
        }
    }

    /// Gives a data source what a sequence sends.
    ///
    /// The data source becomes the forward delegate of the table's proxy, which keeps it, until the result is disposed
    /// of or the table dies. A table that has a data source already keeps that: bind once.
    public func items<DataSource: ReactiveDataSourceType & TableViewDataSource, Source: ObservableType>(
        dataSource: DataSource
    ) -> (_ source: Source) -> any Disposable where Source.Element == DataSource.Element {
        { source in
            let tableView = base as TableView
            do {
                let installation = try TableViewDataSourceProxy.installForwardDelegate(
                    dataSource,
                    retainDelegate: true,
                    onProxyForObject: tableView
                )
                let proxy = try TableViewDataSourceProxy.proxy(for: tableView)
                let rows = source.observe(on: MainScheduler()).take(until: proxy.ended.materialize())
                    .subscribe { [weak tableView] event in
                        if let tableView { dataSource.tableView(tableView, observedEvent: event) }
                    }
                return Disposables.create(rows, installation)
            } catch {
                return Observable<Void>.error(error).bind(to: Binder(tableView) { _, _ in })
            }
        }
    }

    /// What a row stands for.
    ///
    /// - Throws: `TableViewModelError`.
    public func model<Model>(at indexPath: IndexPath) throws -> Model {
        let dataSource = try dataSource.forwardToDelegate() as? any SectionedViewDataSourceType
        guard let dataSource else { throw TableViewModelError.noModels }
        let model = try dataSource.model(at: indexPath)
        guard let typed = model as? Model else { throw TableViewModelError.otherType("\(type(of: model))") }
        return typed
    }

    /// What the selected rows stand for.
    public func modelSelected<Model>(_ type: Model.Type) -> ControlEvent<Model> { models(of: itemSelected) }

    /// What the rows stand for that are no longer selected.
    public func modelDeselected<Model>(_ type: Model.Type) -> ControlEvent<Model> { models(of: itemDeselected) }

    /// What the deleted rows stood for.
    public func modelDeleted<Model>(_ type: Model.Type) -> ControlEvent<Model> { models(of: itemDeleted) }

    private func models<Model>(of rows: ControlEvent<IndexPath>) -> ControlEvent<Model> {
        ControlEvent(
            events: rows.flatMap { [weak base] path -> Observable<Model> in
                guard let base else { return .empty() }
                return .just(try Reactive(base).model(at: path))
            }
        )
    }
}
