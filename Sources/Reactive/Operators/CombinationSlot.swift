// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A slot of any element type.
class AnyCombinationSlot {}

/// The elements of one source of a `CombinationSink`.
class CombinationSlot<Element>: AnyCombinationSlot {
    /// Adds `element`; `true` if the slot was empty.
    func put(_ element: Element) -> Bool {
        preconditionFailure("Each kind of slot says what it keeps.")
    }

    /// The element for the next result. There must be one.
    func take() -> Element {
        preconditionFailure("Each kind of slot says what it gives.")
    }
}
