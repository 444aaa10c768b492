// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gallery
import Synchronization

/// A simulated user of the atlas: scrolls, searches and opens cities, picks contacts, changes tabs.
final class DemoPerson: Sendable {
    private let rate: Double
    private let atlas: DemoAtlas
    private let isStopping = Atomic<Bool>(false)

    /// - Parameters:
    ///   - rate: Approximate calls per second caused by gestures.
    ///   - atlas: The atlas, used by no other thread.
    init(rate: Double, using atlas: DemoAtlas) {
        self.rate = rate
        self.atlas = atlas
    }

    func start() {
        let thread = Thread { [self] in
            // Foundation's Thread.name doesn't reach the kernel on Linux, and the recorder asks the kernel.
            try? "demo-person".write(toFile: "/proc/thread-self/comm", atomically: false, encoding: .utf8)
            let pace = Pace(rate: rate)
            while !isStopping.load(ordering: .relaxed) {
                gesture()
                pace.wait(for: Double(atlas.callCount)) { isStopping.load(ordering: .relaxed) }
            }
        }
        thread.start()
    }

    func stop() { isStopping.store(true, ordering: .relaxed) }

    private func gesture() {
        switch Int.random(in: 0..<13) {
        case 0...2: scroll()
        case 3: atlas.table.scrollToTop()
        case 4...5: look()
        case 6...7: openCity()
        case 8: strikeOut()
        case 9: pickFriend()
        case 10: atlas.tabs.tapTab(at: Int.random(in: 0..<atlas.tabs.viewControllers.count))
        case 11: readImprint()
        default: walk()
        }
    }

    private func scroll() {
        atlas.table.drag(
            by: CGPoint(x: 0, y: .random(in: -300...400)),
            velocity: CGPoint(x: 0, y: Bool.random() ? 0 : .random(in: -600...900)),
            steps: 3
        )
    }

    private func readImprint() {
        atlas.imprint.drag(by: CGPoint(x: 0, y: 200))
        atlas.imprint.scrollToTop()
    }

    /// Types the beginning of a city, then cancels or starts the search.
    private func look() {
        guard let city = DemoCities.all.randomElement() else { return }
        for letter in city.name.prefix(2) { atlas.searchBar.type(String(letter)) }
        Bool.random() ? atlas.searchBar.tapSearch() : atlas.searchBar.tapCancel()
        atlas.searchBar.clear()
    }

    private func openCity() {
        guard let row = atlas.table.indexPathsForVisibleRows.randomElement() else { return }
        atlas.table.tapRow(at: row)
        atlas.navigation.popViewController(animated: true)
    }

    /// Tries to delete a city; the atlas refuses for capitals.
    private func strikeOut() {
        guard let row = atlas.table.indexPathsForVisibleRows.randomElement() else { return }
        try? atlas.table.edit(.delete, rowAt: row)
    }

    private func pickFriend() {
        guard let contact = atlas.picker.contacts.randomElement() else { return atlas.picker.cancel() }
        if let phone = contact.phone, Bool.random() {
            atlas.picker.pick(ContactProperty(contact: contact, key: "phone", value: phone))
        } else {
            atlas.picker.pick(contact)
        }
    }

    private func walk() {
        guard let city = DemoCities.all.randomElement(), Int.random(in: 0..<5) > 0 else {
            return atlas.location.fail(DemoAtlas.NoSignal(satellites: Int.random(in: 0..<4)))
        }
        atlas.location.receive([Location(coordinate: city.coordinate, accuracyMeters: .random(in: 3...80))])
    }
}
