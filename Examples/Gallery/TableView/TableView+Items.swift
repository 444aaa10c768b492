// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ProxyCore
public import Reactive

extension Reactive where Base: TableView {
    /// Shows the elements of a sequence in cells created by a closure.
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

    /// Shows the elements of a sequence in cells of a registered class, configured by a closure.
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

    /// Passes the elements of a sequence to a data source.
    ///
    /// The table's proxy retains the data source as its forward delegate until the result is disposed of or the table
    /// is deallocated. If the table already has a data source, that one is kept: bind only once.
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

    /// The model of a row.
    ///
    /// - Throws: `TableViewModelError`.
    public func model<Model>(at indexPath: IndexPath) throws -> Model {
        let dataSource = try dataSource.forwardToDelegate() as? any SectionedViewDataSourceType
        guard let dataSource else { throw TableViewModelError.noModels }
        let model = try dataSource.model(at: indexPath)
        guard let typed = model as? Model else { throw TableViewModelError.otherType("\(type(of: model))") }
        return typed
    }

    /// Models of selected rows.
    public func modelSelected<Model>(_ type: Model.Type) -> ControlEvent<Model> { models(of: itemSelected) }

    /// Models of deselected rows.
    public func modelDeselected<Model>(_ type: Model.Type) -> ControlEvent<Model> { models(of: itemDeselected) }

    /// Models of deleted rows.
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
