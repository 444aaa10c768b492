// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gallery
import ProxyCore
import Reactive

/// A small atlas made of the gallery's classes, with proxies everywhere: a searchable list of cities, a map of each,
/// the current location, and contacts.
///
/// Its calls cover all return paths: delegates, a handler, declared defaults, and none.
final class DemoAtlas: @unchecked Sendable {
    // Sendable: created on the main queue, then used by one thread at a time.

    /// The reason for an unknown location.
    struct NoSignal: Error {
        let satellites: Int
    }

    let table = TableView()
    /// The imprint, which has no delegate.
    let imprint = ScrollView(contentSize: CGSize(width: 320, height: 1_200))
    let searchBar = SearchBar()
    let navigation = NavigationController(rootViewController: ViewController(title: "Cities"))
    let tabs = TabBarController(
        viewControllers: ["Cities", "Friends", "Here"].map { ViewController(title: $0) }
    )
    let picker = ContactPicker(contacts: [
        Contact(name: "Ada", phone: "+44 1815 1210"), Contact(name: "Grace", phone: "+1 1906 1209"),
        Contact(name: "Emmy"), Contact(name: "Konrad", phone: "+49 1910 2206"),
    ])
    let map = MapView(center: Coordinate(latitude: 0, longitude: 0))
    let location = LocationManager()
    private let cities = DemoCities()
    private let guide: DemoGuide
    private let bag = DisposeBag()
    private var observedCount = 0

    /// Calls received by delegates, handlers and observers of the atlas.
    var callCount: Int { cities.callCount + guide.callCount + observedCount }

    /// Creates the atlas and installs its proxies. Control events are subscribed to on the main queue.
    @MainActor static func open() throws -> DemoAtlas { try DemoAtlas() }

    @MainActor private init() throws {
        guide = DemoGuide(navigation: navigation, map: map)
        table.register(TableViewCell.self, forCellReuseIdentifier: "city")
        guide.cityAt = { [cities] row in cities.listed.indices.contains(row) ? cities.listed[row] : nil }
        try installDelegates()
        try observe()
        table.reloadData()
        location.startUpdatingLocation()
    }

    private func installDelegates() throws {
        table.dataSource = cities
        table.delegate = guide
        navigation.delegate = guide
        _ = try table.rx.dataSource
        _ = try table.rx.prefetchDataSource.setForwardToDelegate(guide, retainDelegate: false)
        try map.rx.setDelegate(guide).disposed(by: bag)
        try picker.rx.setDelegate(guide).disposed(by: bag)
        try location.rx.setDelegate(guide).disposed(by: bag)
    }

    private func observe() throws {
        // Amsterdam, in the first row, is closed: a tap on it selects nothing.
        try TableViewDelegateProxy.proxy(for: table)
            .handle(TableViewDelegateProxy.Selectors.willSelect) { _, path in path.row == 0 ? nil : path }
            .disposed(by: bag)
        searchBar.rx.text.orEmpty.skip(1)
            .subscribe(onNext: { [unowned self] text in
                observedCount += 2
                cities.beginning = text
                table.reloadData()
            })
            .disposed(by: bag)
        searchBar.rx.searchButtonClicked.subscribe(onNext: { [unowned self] in observedCount += 1 }).disposed(by: bag)
        searchBar.rx.cancelButtonClicked.subscribe(onNext: { [unowned self] in observedCount += 1 }).disposed(by: bag)
        tabs.rx.didSelect.subscribe(onNext: { [unowned self] _ in observedCount += 2 }).disposed(by: bag)
        navigation.rx.didShow.subscribe().disposed(by: bag)
        imprint.rx.didScroll.subscribe(onNext: { [unowned self] in observedCount += 1 }).disposed(by: bag)
    }
}
