// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gallery
import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

@Suite(.leavesNothing) @MainActor struct TableViewItemsTests {
    private let table = TableView()
    private let bag = DisposeBag()
    private let cities = BehaviorRelay(value: ["Bangkok", "London", "Paris"])

    private func bindCities(to table: TableView) -> any Disposable {
        table.register(TableViewCell.self, forCellReuseIdentifier: "cell")
        return cities.bind(to: table.rx.items(cellIdentifier: "cell", cellType: TableViewCell.self)) { _, city, cell in
            cell.text = city
        }
    }

    @Test func showsWhatASequenceSends() {
        bindCities(to: table).disposed(by: bag)
        #expect(table.visibleCells.map(\.text) == ["Bangkok", "London", "Paris"])
        cities.accept(["Dubai"])
        #expect(table.visibleCells.map(\.text) == ["Dubai"])
    }

    @Test func makesCellsByAClosure() {
        cities.bind(to: table.rx.items) { table, row, city in
            let cell = TableViewCell(reuseIdentifier: nil)
            cell.text = "\(row) \(city)"
            return cell
        }
        .disposed(by: bag)
        #expect(table.visibleCells.map(\.text) == ["0 Bangkok", "1 London", "2 Paris"])
    }

    @Test func usesCellsAgainThatHaveLeftTheView() {
        bindCities(to: table).disposed(by: bag)
        cities.accept((0..<100).map { "city \($0)" })
        let first = table.visibleCells.map(ObjectIdentifier.init)
        table.contentOffset.y = 440
        #expect(table.visibleCells.map(\.text).first == "city 10")
        #expect(Set(table.visibleCells.map(ObjectIdentifier.init)) == Set(first))
    }

    @Test func modelSelectedSendsWhatTheRowStandsFor() {
        bindCities(to: table).disposed(by: bag)
        var selected: [String] = []
        table.rx.modelSelected(String.self).subscribe(onNext: { selected.append($0) }).disposed(by: bag)
        table.tapRow(at: IndexPath(row: 2, section: 0))
        #expect(selected == ["Paris"])
    }

    @Test func modelsThatAreNotThereAreTypedErrors() {
        let path = IndexPath(row: 9, section: 0)
        #expect(throws: TableViewModelError.noModels) { let _: String = try table.rx.model(at: path) }
        bindCities(to: table).disposed(by: bag)
        #expect(throws: TableViewModelError.noRow(path)) { let _: String = try table.rx.model(at: path) }
        #expect(throws: TableViewModelError.otherType("String")) {
            let _: Int = try table.rx.model(at: IndexPath(row: 0, section: 0))
        }
    }

    @Test func disposingTakesTheRowsSourceAway() throws {
        let binding = bindCities(to: table)
        binding.dispose()
        #expect(try table.rx.dataSource.forwardToDelegate() == nil)
        cities.accept(["Dubai"])
        table.reloadData()
        #expect(table.visibleCells.isEmpty)
        bindCities(to: table).disposed(by: bag)
        #expect(table.visibleCells.map(\.text) == ["Dubai"])
    }

    @Test("test_delegateEventCompletesOnDealloc1, 2, 2_cellType", arguments: [true, false])
    func aBoundTableDiesAndEndsItsStreams(withCellType: Bool) {
        var table: TableView? = TableView()
        weak let weakTable = table
        var isCompleted = false
        if let table {
            let binding =
                withCellType
                ? bindCities(to: table)
                : cities.bind(to: table.rx.items) { _, _, _ in TableViewCell(reuseIdentifier: nil) }
            // Kept longer than the table.
            binding.disposed(by: bag)
            table.rx.modelSelected(String.self).subscribe(onCompleted: { isCompleted = true }).disposed(by: bag)
        }
        table = nil
        #expect(weakTable == nil && isCompleted)
        cities.accept([])
    }
}
