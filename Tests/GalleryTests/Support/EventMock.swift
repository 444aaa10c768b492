// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gallery
import ProxyCore

/// A protocol that the harness adds to every delegate protocol of the gallery: one optional requirement with a number.
protocol EventDelegate: AnyObject {
    func eventHappened(_ value: Int)
}

/// The added requirement.
enum AddedEvent {
    static let facet = DelegateFacet<any EventDelegate>()
    static let selector = MethodSelector<Never, Int, Void>(
        "eventHappened(_:)",
        of: "EventDelegate",
        parameter: "value",
        traits: .optional
    )
}

/// A delegate for any class of the gallery, which logs the numbers that it receives.
final class EventMock: EventDelegate, TableViewDelegate, TableViewPrefetchDataSource, NavigationControllerDelegate,
    TabBarControllerDelegate, ContactPickerDelegate, MapViewDelegate, LocationManagerDelegate, SearchBarDelegate
{
    private(set) var values: [Int] = []
    var onEvent: () -> Void = {}

    func eventHappened(_ value: Int) {
        values.append(value)
        onEvent()
    }

    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) {}
}

extension EventMock: TableViewDataSource {
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 0 }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(reuseIdentifier: nil)
    }
}
