// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Gallery
import ProxyCore

final class EventScrollViewDelegateProxy: ScrollViewDelegateProxy, EventDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    override class var requirements: [AnyMethodSelector] {
        super.requirements + [AnyMethodSelector(AddedEvent.selector)]
    }
    override class var facets: [AnyDelegateFacet] { super.facets + [AnyDelegateFacet(AddedEvent.facet)] }

    func eventHappened(_ value: Int) {
        forward(as: AddedEvent.facet, AddedEvent.selector, value) { $0.eventHappened(value) }
    }
}

final class EventTableViewDelegateProxy: TableViewDelegateProxy, EventDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    override class var requirements: [AnyMethodSelector] {
        super.requirements + [AnyMethodSelector(AddedEvent.selector)]
    }
    override class var facets: [AnyDelegateFacet] { super.facets + [AnyDelegateFacet(AddedEvent.facet)] }

    func eventHappened(_ value: Int) {
        forward(as: AddedEvent.facet, AddedEvent.selector, value) { $0.eventHappened(value) }
    }
}

final class EventNavigationControllerDelegateProxy: NavigationControllerDelegateProxy, EventDelegate,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.
    override class var requirements: [AnyMethodSelector] {
        super.requirements + [AnyMethodSelector(AddedEvent.selector)]
    }
    override class var facets: [AnyDelegateFacet] { super.facets + [AnyDelegateFacet(AddedEvent.facet)] }

    func eventHappened(_ value: Int) {
        forward(as: AddedEvent.facet, AddedEvent.selector, value) { $0.eventHappened(value) }
    }
}

final class EventTabBarControllerDelegateProxy: TabBarControllerDelegateProxy, EventDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    override class var requirements: [AnyMethodSelector] {
        super.requirements + [AnyMethodSelector(AddedEvent.selector)]
    }
    override class var facets: [AnyDelegateFacet] { super.facets + [AnyDelegateFacet(AddedEvent.facet)] }

    func eventHappened(_ value: Int) {
        forward(as: AddedEvent.facet, AddedEvent.selector, value) { $0.eventHappened(value) }
    }
}

final class EventContactPickerDelegateProxy: ContactPickerDelegateProxy, EventDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    override class var requirements: [AnyMethodSelector] {
        super.requirements + [AnyMethodSelector(AddedEvent.selector)]
    }
    override class var facets: [AnyDelegateFacet] { super.facets + [AnyDelegateFacet(AddedEvent.facet)] }

    func eventHappened(_ value: Int) {
        forward(as: AddedEvent.facet, AddedEvent.selector, value) { $0.eventHappened(value) }
    }
}

final class EventMapViewDelegateProxy: MapViewDelegateProxy, EventDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    override class var requirements: [AnyMethodSelector] {
        super.requirements + [AnyMethodSelector(AddedEvent.selector)]
    }
    override class var facets: [AnyDelegateFacet] { super.facets + [AnyDelegateFacet(AddedEvent.facet)] }

    func eventHappened(_ value: Int) {
        forward(as: AddedEvent.facet, AddedEvent.selector, value) { $0.eventHappened(value) }
    }
}

final class EventLocationManagerDelegateProxy: LocationManagerDelegateProxy, EventDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    override class var requirements: [AnyMethodSelector] {
        super.requirements + [AnyMethodSelector(AddedEvent.selector)]
    }
    override class var facets: [AnyDelegateFacet] { super.facets + [AnyDelegateFacet(AddedEvent.facet)] }

    func eventHappened(_ value: Int) {
        forward(as: AddedEvent.facet, AddedEvent.selector, value) { $0.eventHappened(value) }
    }
}

final class EventSearchBarDelegateProxy: SearchBarDelegateProxy, EventDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    override class var requirements: [AnyMethodSelector] {
        super.requirements + [AnyMethodSelector(AddedEvent.selector)]
    }
    override class var facets: [AnyDelegateFacet] { super.facets + [AnyDelegateFacet(AddedEvent.facet)] }

    func eventHappened(_ value: Int) {
        forward(as: AddedEvent.facet, AddedEvent.selector, value) { $0.eventHappened(value) }
    }
}

final class EventTableViewDataSourceProxy: TableViewDataSourceProxy, EventDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    override class var requirements: [AnyMethodSelector] {
        super.requirements + [AnyMethodSelector(AddedEvent.selector)]
    }
    override class var facets: [AnyDelegateFacet] { super.facets + [AnyDelegateFacet(AddedEvent.facet)] }

    func eventHappened(_ value: Int) {
        forward(as: AddedEvent.facet, AddedEvent.selector, value) { $0.eventHappened(value) }
    }
}

final class EventTableViewPrefetchDataSourceProxy: TableViewPrefetchDataSourceProxy, EventDelegate, @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.
    override class var requirements: [AnyMethodSelector] {
        super.requirements + [AnyMethodSelector(AddedEvent.selector)]
    }
    override class var facets: [AnyDelegateFacet] { super.facets + [AnyDelegateFacet(AddedEvent.facet)] }

    func eventHappened(_ value: Int) {
        forward(as: AddedEvent.facet, AddedEvent.selector, value) { $0.eventHappened(value) }
    }
}

/// Registers all of them, once per process because registrations are permanent.
let addedProxies: Void = {
    ScrollViewDelegateProxy.register { EventScrollViewDelegateProxy(scrollView: $0 as EventScrollView) }
    TableViewDelegateProxy.register { EventTableViewDelegateProxy(tableView: $0 as EventTableView) }
    TableViewDataSourceProxy.register { EventTableViewDataSourceProxy(tableView: $0 as EventTableView) }
    TableViewPrefetchDataSourceProxy.register { EventTableViewPrefetchDataSourceProxy(tableView: $0 as EventTableView) }
    NavigationControllerDelegateProxy.register {
        EventNavigationControllerDelegateProxy(navigationController: $0 as EventNavigationController)
    }
    TabBarControllerDelegateProxy.register {
        EventTabBarControllerDelegateProxy(tabBarController: $0 as EventTabBarController)
    }
    ContactPickerDelegateProxy.register { EventContactPickerDelegateProxy(picker: $0 as EventContactPicker) }
    MapViewDelegateProxy.register { EventMapViewDelegateProxy(mapView: $0 as EventMapView) }
    LocationManagerDelegateProxy.register {
        EventLocationManagerDelegateProxy(locationManager: $0 as EventLocationManager)
    }
    SearchBarDelegateProxy.register { EventSearchBarDelegateProxy(searchBar: $0 as EventSearchBar) }
}()
