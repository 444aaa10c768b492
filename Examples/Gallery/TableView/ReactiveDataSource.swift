// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Reactive

/// A data source that is given its rows by a sequence.
public protocol ReactiveDataSourceType {
    /// What the sequence sends: all rows at once.
    associatedtype Element

    /// Takes what the sequence sent.
    func tableView(_ tableView: TableView, observedEvent: Event<Element>)
}

/// A data source that has something to say about its rows.
public protocol SectionedViewDataSourceType {
    /// What a row stands for.
    ///
    /// - Throws: `TableViewModelError.noRow`.
    func model(at indexPath: IndexPath) throws -> Any
}

/// Why there is no model for a row.
public enum TableViewModelError: Error, Hashable {
    /// The table's data source has no models.
    case noModels
    /// There is no such row.
    case noRow(IndexPath)
    /// The model is of another type.
    case otherType(String)
}

/// One section of rows that a sequence gives, and a closure that makes their cells.
public final class ReactiveDataSource<Model>: TableViewDataSource, ReactiveDataSourceType, SectionedViewDataSourceType {
    private let makeCell: (TableView, Int, Model) -> TableViewCell
    private var models: [Model] = []

    /// A data source without rows yet.
    public init(makeCell: @escaping (TableView, Int, Model) -> TableViewCell) { self.makeCell = makeCell }

    /// Shows new rows. An error and the end leave the rows as they are.
    public func tableView(_ tableView: TableView, observedEvent: Event<[Model]>) {
        guard case .next(let models) = observedEvent else { return }
        self.models = models
        tableView.reloadData()
    }

    /// `model(at:)`
    public func model(at indexPath: IndexPath) throws -> Any {
        guard indexPath.section == 0, models.indices.contains(indexPath.row) else {
            throw TableViewModelError.noRow(indexPath)
        }
        return models[indexPath.row]
    }

    /// `tableView(_:numberOfRowsInSection:)`
    public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { models.count }

    /// `tableView(_:cellForRowAt:)`
    public func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        makeCell(tableView, indexPath.row, models[indexPath.row])
    }
}
