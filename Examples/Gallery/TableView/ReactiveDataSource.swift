// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Reactive

/// A data source that gets its rows from a sequence.
public protocol ReactiveDataSourceType {
    /// The elements of the sequence: all rows together.
    associatedtype Element

    /// Handles an event of the sequence.
    func tableView(_ tableView: TableView, observedEvent: Event<Element>)
}

/// A data source that knows the models of its rows.
public protocol SectionedViewDataSourceType {
    /// The model of a row.
    ///
    /// - Throws: `TableViewModelError.noRow`.
    func model(at indexPath: IndexPath) throws -> Any
}

/// Why a row has no model.
public enum TableViewModelError: Error, Hashable {
    /// The table's data source has no models.
    case noModels
    /// The row doesn't exist.
    case noRow(IndexPath)
    /// The model has another type.
    case otherType(String)
}

/// One section of rows from a sequence, with cells created by a closure.
public final class ReactiveDataSource<Model>: TableViewDataSource, ReactiveDataSourceType, SectionedViewDataSourceType {
    private let makeCell: (TableView, Int, Model) -> TableViewCell
    private var models: [Model] = []

    /// Creates a data source without rows.
    public init(makeCell: @escaping (TableView, Int, Model) -> TableViewCell) { self.makeCell = makeCell }

    /// Shows new rows. Errors and completion leave the rows unchanged.
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
