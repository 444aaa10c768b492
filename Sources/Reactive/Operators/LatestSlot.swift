// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The latest element of a source.
final class LatestSlot<Element>: CombinationSlot<Element> {
    // Raw memory instead of an optional; see `ElementQueue`.
    private let storage = UnsafeMutablePointer<Element>.allocate(capacity: 1)
    private var isEmpty = true

    deinit {
        if !isEmpty { storage.deinitialize(count: 1) }
        storage.deallocate()
    }

    override func put(_ element: Element) -> Bool {
        guard isEmpty else {
            storage.pointee = element
            return false
        }
        storage.initialize(to: element)
        isEmpty = false
        return true
    }

    override func take() -> Element {
        storage.pointee
    }
}
