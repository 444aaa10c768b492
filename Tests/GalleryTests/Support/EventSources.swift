// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Gallery
import ProxyCore

// For each class of the gallery, a subclass that calls the added requirement, and for each of its proxies, a subclass
// that forwards it, like a program that extends third-party classes.

/// A parent object that calls the added requirement of the delegate in one of its properties.
protocol EventSource: AnyObject {
    func fire(_ value: Int, property: String)
}

final class EventScrollView: ScrollView, EventSource {
    func fire(_ value: Int, property: String) { (delegate as? any EventDelegate)?.eventHappened(value) }
}

final class EventTableView: TableView, EventSource {
    func fire(_ value: Int, property: String) {
        let delegates: [String: Any?] = [
            "delegate": delegate, "dataSource": dataSource, "prefetchDataSource": prefetchDataSource,
        ]
        ((delegates[property] ?? nil) as? any EventDelegate)?.eventHappened(value)
    }
}

final class EventNavigationController: NavigationController, EventSource {
    func fire(_ value: Int, property: String) { (delegate as? any EventDelegate)?.eventHappened(value) }
}

final class EventTabBarController: TabBarController, EventSource {
    func fire(_ value: Int, property: String) { (delegate as? any EventDelegate)?.eventHappened(value) }
}

final class EventContactPicker: ContactPicker, EventSource {
    func fire(_ value: Int, property: String) { (delegate as? any EventDelegate)?.eventHappened(value) }
}

final class EventMapView: MapView, EventSource {
    func fire(_ value: Int, property: String) { (delegate as? any EventDelegate)?.eventHappened(value) }
}

final class EventLocationManager: LocationManager, EventSource {
    func fire(_ value: Int, property: String) { (delegate as? any EventDelegate)?.eventHappened(value) }
}

final class EventSearchBar: SearchBar, EventSource {
    func fire(_ value: Int, property: String) { (delegate as? any EventDelegate)?.eventHappened(value) }
}
