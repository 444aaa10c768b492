// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gallery

/// The delegate of the atlas's views: each gesture leads to the next call.
final class DemoGuide: TableViewDelegate, TableViewPrefetchDataSource, NavigationControllerDelegate, MapViewDelegate,
    ContactPickerDelegate, LocationManagerDelegate
{
    private let navigation: NavigationController
    private let map: MapView
    /// The city in a row of the list.
    var cityAt: (Int) -> DemoCities.City? = { _ in nil }
    /// Received calls.
    private(set) var callCount = 0
    private var shown: DemoCities.City?
    private var prefetchedRows = 0

    init(navigation: NavigationController, map: MapView) {
        self.navigation = navigation
        self.map = map
    }

    // MARK: The list

    func scrollViewDidScroll(_ scrollView: ScrollView) { callCount += 1 }
    func scrollViewWillBeginDragging(_ scrollView: ScrollView) { callCount += 1 }
    func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) { callCount += 1 }
    func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { callCount += 1 }
    func scrollViewDidScrollToTop(_ scrollView: ScrollView) { callCount += 1 }

    func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool {
        callCount += 1
        return scrollView.contentOffset.y > 0
    }

    /// Aligns the list to a row.
    func scrollViewWillEndDragging(
        _ scrollView: ScrollView,
        withVelocity velocity: CGPoint,
        targetContentOffset: inout CGPoint
    ) {
        callCount += 1
        targetContentOffset.y = (targetContentOffset.y / 44).rounded() * 44
    }

    func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {
        callCount += 1
    }

    func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) {
        callCount += 1
    }

    func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) { callCount += 1 }
    func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) { callCount += 1 }
    func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) { callCount += 1 }

    func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        callCount += 1
        return indexPath
    }

    /// Opens the screen of a city.
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        callCount += 1
        shown = cityAt(indexPath.row)
        if let shown { navigation.pushViewController(ViewController(title: shown.name), animated: true) }
    }

    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) {
        callCount += 1
        prefetchedRows += indexPaths.count
    }

    // MARK: A city

    /// Moves the map to the city while its screen appears.
    func navigationController(
        _ navigationController: NavigationController,
        willShow viewController: ViewController,
        animated: Bool
    ) {
        callCount += 1
        guard let shown, viewController.title == shown.name else { return }
        map.setCenter(shown.coordinate, animated: animated)
        map.removeOverlays()
        map.addOverlay(Overlay(name: shown.name, coordinate: shown.coordinate))
    }

    func navigationController(
        _ navigationController: NavigationController,
        didShow viewController: ViewController,
        animated: Bool
    ) {
        callCount += 1
    }

    func mapView(_ mapView: MapView, rendererFor overlay: Overlay) -> OverlayRenderer {
        callCount += 1
        return CityRenderer(overlay: overlay)
    }

    func mapView(_ mapView: MapView, didAdd renderers: [OverlayRenderer]) { callCount += 1 }
    func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool) { callCount += 1 }

    // MARK: Friends and places

    func contactPicker(_ picker: ContactPicker, didSelect contact: Contact) { callCount += 1 }
    func contactPicker(_ picker: ContactPicker, didSelect contactProperty: ContactProperty) { callCount += 1 }
    func contactPickerDidCancel(_ picker: ContactPicker) { callCount += 1 }

    /// Shows the newest place.
    func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
        callCount += 1
        if let newest = locations.last { map.setCenter(newest.coordinate, animated: false) }
    }

    func locationManager(_ manager: LocationManager, didFailWithError error: any Error) { callCount += 1 }
}

/// Draws a city as a dot.
private final class CityRenderer: OverlayRenderer {}
