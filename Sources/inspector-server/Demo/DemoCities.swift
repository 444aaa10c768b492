// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gallery

/// The rows of the atlas: cities. All but the capitals can be deleted.
final class DemoCities: TableViewDataSource {
    struct City {
        let name: String
        let coordinate: Coordinate
        let isCapital: Bool

        init(_ name: String, _ latitude: Double, _ longitude: Double, isCapital: Bool = false) {
            self.name = name
            coordinate = Coordinate(latitude: latitude, longitude: longitude)
            self.isCapital = isCapital
        }
    }

    /// The reason for keeping a city in the list.
    struct CapitalStays: Error {
        let city: String
    }

    /// Received calls.
    private(set) var callCount = 0
    /// Prefix of the listed cities.
    var beginning = ""
    private var struckOut: Set<String> = []

    /// The listed cities.
    var listed: [City] {
        Self.all.filter { !struckOut.contains($0.name) && (beginning.isEmpty || $0.name.hasPrefix(beginning)) }
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        callCount += 1
        return listed.count
    }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        callCount += 1
        let cell = tableView.dequeueReusableCell(withIdentifier: "city", for: indexPath)
        // A rule may let the table believe that there are more rows.
        cell.text = listed.indices.contains(indexPath.row) ? listed[indexPath.row].name : ""
        return cell
    }

    func tableView(
        _ tableView: TableView,
        commit editingStyle: TableViewCellEditingStyle,
        forRowAt indexPath: IndexPath
    ) throws {
        callCount += 1
        guard listed.indices.contains(indexPath.row) else { return }
        let city = listed[indexPath.row]
        if city.isCapital { throw CapitalStays(city: city.name) }
        // The list must never become empty.
        struckOut = struckOut.count > 5 ? [] : struckOut.union([city.name])
        tableView.reloadData()
    }

    static let all = [
        City("Amsterdam", 52.37, 4.90, isCapital: true), City("Antalya", 36.89, 30.71),
        City("Bangkok", 13.76, 100.50, isCapital: true), City("Barcelona", 41.39, 2.17),
        City("Berlin", 52.52, 13.40, isCapital: true), City("Cairo", 30.04, 31.24, isCapital: true),
        City("Cape Town", -33.92, 18.42), City("Dubai", 25.20, 55.27), City("Hamburg", 53.55, 9.99),
        City("Hong Kong", 22.32, 114.17), City("Istanbul", 41.01, 28.98), City("Kyoto", 35.01, 135.77),
        City("Lima", -12.05, -77.04, isCapital: true), City("London", 51.51, -0.13, isCapital: true),
        City("Milan", 45.46, 9.19), City("Mumbai", 19.08, 72.88), City("New York", 40.71, -74.01),
        City("Osaka", 34.69, 135.50), City("Paris", 48.86, 2.35, isCapital: true), City("Phuket", 7.88, 98.39),
        City("Porto", 41.16, -8.63), City("Rome", 41.90, 12.50, isCapital: true), City("Seoul", 37.57, 126.98),
        City("Singapore", 1.35, 103.82, isCapital: true), City("Sydney", -33.87, 151.21),
        City("Tokyo", 35.68, 139.69, isCapital: true), City("Toronto", 43.65, -79.38), City("Valencia", 39.47, -0.38),
        City("Vienna", 48.21, 16.37, isCapital: true), City("Zurich", 47.37, 8.54),
    ]
}
