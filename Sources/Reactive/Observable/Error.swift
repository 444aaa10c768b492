// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// A sequence without elements that fails at once.
    public static func error(_ error: any Error) -> Observable<Element> {
        Producer { observer in
            observer.onError(error)
            return Disposables.create()
        }
    }
}
