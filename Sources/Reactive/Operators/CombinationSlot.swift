// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A slot, whatever its element.
class AnyCombinationSlot {}

/// What a `CombinationSink` has of one of its sources.
class CombinationSlot<Element>: AnyCombinationSlot {
    /// Keeps `element`; `true` if the slot was empty before.
    func put(_ element: Element) -> Bool {
        preconditionFailure("Each kind of slot says what it keeps.")
    }

    /// The element for the next result. Only when there is one.
    func take() -> Element {
        preconditionFailure("Each kind of slot says what it gives.")
    }
}
