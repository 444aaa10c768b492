// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// A sequence that sends nothing and does not end.
    public static func never() -> Observable<Element> {
        Producer { _ in Disposables.create() }
    }
}
