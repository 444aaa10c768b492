// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// A sequence without elements that completes at once.
    public static func empty() -> Observable<Element> {
        Producer { observer in
            observer.onCompleted()
            return Disposables.create()
        }
    }
}
