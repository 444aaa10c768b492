// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// A sequence without elements that completes at once.
    public static func empty() -> Observable<Element> {
        Empty()
    }
}

private final class Empty<Element>: Observable<Element>, @unchecked Sendable {
    // Proof: as for `Observable`; there is no state.
    override var isImmediate: Bool { true }

    override func sendElements(to observer: ObserverBase<Element>) {}
}
