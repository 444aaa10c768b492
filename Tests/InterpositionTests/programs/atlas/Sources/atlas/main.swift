// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gallery

/// The delegate of the views that have no other.
final class Librarian: SearchBarDelegate, TabBarControllerDelegate {
    private let friends: ViewController
    private(set) var callCount = 0

    init(closing friends: ViewController) { self.friends = friends }

    func searchBar(_ searchBar: SearchBar, shouldChangeTextTo text: String) -> Bool {
        callCount += 1
        return text.count < 3
    }

    func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) { callCount += 1 }
    func searchBarSearchButtonClicked(_ searchBar: SearchBar) { callCount += 1 }

    func tabBarController(_ tabBarController: TabBarController, shouldSelect viewController: ViewController) -> Bool {
        callCount += 1
        return viewController !== friends
    }
}

struct NoSignal: Error {
    let satellites: Int
}

let cities = DemoCities()
let navigation = NavigationController(rootViewController: ViewController(title: "Cities"))
let map = MapView(center: Coordinate(latitude: 0, longitude: 0))
let guide = DemoGuide(navigation: navigation, map: map)
guide.cityAt = { cities.listed[$0] }
let table = TableView()
table.register(TableViewCell.self, forCellReuseIdentifier: "city")
table.dataSource = cities
table.prefetchDataSource = guide
table.delegate = guide
navigation.delegate = guide
map.delegate = guide
let tabs = TabBarController(viewControllers: ["Cities", "Friends"].map { ViewController(title: $0) })
let librarian = Librarian(closing: tabs.viewControllers[1])
tabs.delegate = librarian
let searchBar = SearchBar()
searchBar.delegate = librarian
let picker = ContactPicker(contacts: [Contact(name: "Ada", phone: "+44 1815 1210"), Contact(name: "Emmy")])
picker.delegate = guide
let location = LocationManager()
location.delegate = guide

table.reloadData()
table.drag(by: CGPoint(x: 0, y: 130), velocity: CGPoint(x: 0, y: 300), steps: 2)
let place = table.contentOffset.y
table.scrollToTop()
table.tapRow(at: IndexPath(row: 4, section: 0))
table.tapRow(at: IndexPath(row: 6, section: 0))
navigation.popViewController(animated: true)
var kept: [String] = []
for row in [0, 1] {
    do {
        try table.edit(.delete, rowAt: IndexPath(row: row, section: 0))
    } catch let error as DemoCities.CapitalStays {
        kept.append(error.city)
    }
}
for letter in ["K", "y", "o"] { searchBar.type(letter) }
searchBar.tapSearch()
searchBar.tapCancel()
tabs.tapTab(at: 1)
tabs.tapTab(at: 0)
picker.pick(picker.contacts[1])
picker.pick(ContactProperty(contact: picker.contacts[0], key: "phone", value: "+44 1815 1210"))
picker.cancel()
location.startUpdatingLocation()
location.receive([Location(coordinate: Coordinate(latitude: 35.01, longitude: 135.77), accuracyMeters: 3)])
location.fail(NoSignal(satellites: 2))

print(
    """
    at \(place), \(cities.listed.count) cities, \(kept) kept, \(searchBar.text ?? "nothing") searched
    \(navigation.topViewController.title) shown at \(map.center), \(map.renderers.map { "\(type(of: $0))" })
    calls: \(cities.callCount) of cities, \(guide.callCount) of guide, \(librarian.callCount) of librarian
    """
)
// Stays open to be looked at, if there is an argument.
if CommandLine.arguments.count > 1 { _ = readLine() }
