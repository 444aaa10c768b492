// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ProxyCore

extension TableViewDataSourceProxy {
    /// The requirements of `TableViewDataSource`.
    public enum Selectors {
        /// A requirement of the data source.
        public typealias Requirement<Arguments, Return> = MethodSelector<TableViewDataSourceProxy, Arguments, Return>

        /// `numberOfSections(in:)`
        public static let numberOfSections = Requirement<TableView, Int>(
            "numberOfSections(in:)",
            of: "TableViewDataSource",
            parameter: "tableView",
            traits: .optional
        )
        /// `tableView(_:numberOfRowsInSection:)`
        public static let numberOfRows = Requirement<(TableView, Int), Int>(
            "tableView(_:numberOfRowsInSection:)",
            of: "TableViewDataSource",
            parameters: ["tableView", "section"],
            traits: .editable
        )
        /// `tableView(_:cellForRowAt:)`
        public static let cellForRow = Requirement<(TableView, IndexPath), TableViewCell>(
            "tableView(_:cellForRowAt:)",
            of: "TableViewDataSource",
            parameters: ["tableView", "indexPath"],
            traits: .editable
        )
        /// `tableView(_:titleForHeaderInSection:)`
        public static let titleForHeader = Requirement<(TableView, Int), String?>(
            "tableView(_:titleForHeaderInSection:)",
            of: "TableViewDataSource",
            parameters: ["tableView", "section"],
            traits: [.optional, .editable]
        )
        /// `tableView(_:commit:forRowAt:)`
        public static let commit = Requirement<(TableView, TableViewCellEditingStyle, IndexPath), Void>(
            "tableView(_:commit:forRowAt:)",
            of: "TableViewDataSource",
            parameters: ["tableView", "editingStyle", "indexPath"],
            traits: [.optional, .throwing, .editable]
        )
        /// `tableView(_:moveRowAt:to:)`
        public static let move = Requirement<(TableView, IndexPath, IndexPath), Void>(
            "tableView(_:moveRowAt:to:)",
            of: "TableViewDataSource",
            parameters: ["tableView", "sourceIndexPath", "destinationIndexPath"],
            traits: [.optional, .editable]
        )

        /// All selectors.
        public static let all = [
            AnyMethodSelector(numberOfSections), AnyMethodSelector(numberOfRows), AnyMethodSelector(cellForRow),
            AnyMethodSelector(titleForHeader), AnyMethodSelector(commit), AnyMethodSelector(move),
        ]
    }
}
