// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Gallery
import ProxyCore
import Testing

/// A property of a gallery class, ready for the harness.
struct DelegateCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @MainActor @Sendable () throws -> Void

    /// - Parameters:
    ///   - name: The ported scenario, as listed in docs/reports/ported-scenarios.md.
    ///   - proxy: The proxy type used by a program.
    ///   - make: Creates the parent object.
    private init<Proxy: DelegateProxyType & SendableMetatype>(
        _ name: String,
        _ proxy: Proxy.Type,
        make: @escaping @Sendable () -> Proxy.ParentObject
    ) {
        testDescription = name
        run = { try performDelegateTest(proxy, make: make) }
    }

    static let all: [DelegateCase] = [
        DelegateCase("test_UIScrollViewDelegateExtension", ScrollViewDelegateProxy.self) { EventScrollView() },
        DelegateCase("test_UITableViewDelegateExtension", TableViewDelegateProxy.self) { EventTableView() },
        DelegateCase("test_UITableViewDataSourceExtension", TableViewDataSourceProxy.self) { EventTableView() },
        DelegateCase("test_UITableViewDataSourcePrefetchingExtension", TableViewPrefetchDataSourceProxy.self) {
            EventTableView()
        },
        DelegateCase("test_UINavigationControllerDelegateExtension", NavigationControllerDelegateProxy.self) {
            EventNavigationController(rootViewController: ViewController(title: "root"))
        },
        DelegateCase("test_UITabBarControllerDelegateExtension", TabBarControllerDelegateProxy.self) {
            EventTabBarController(viewControllers: [ViewController(title: "first")])
        },
        DelegateCase("test_UISearchBarDelegateExtension", SearchBarDelegateProxy.self) { EventSearchBar() },
        DelegateCase("contact picker", ContactPickerDelegateProxy.self) { EventContactPicker(contacts: []) },
        DelegateCase("map view", MapViewDelegateProxy.self) {
            EventMapView(center: Coordinate(latitude: 0, longitude: 0))
        },
        DelegateCase("location manager", LocationManagerDelegateProxy.self) { EventLocationManager() },
    ]
}
