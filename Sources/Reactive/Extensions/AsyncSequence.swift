// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension AsyncSequence {
    /// The elements as an observable sequence, iterated in a detached task per subscriber.
    ///
    /// Elements are sent on threads of the cooperative pool; `observe(on:)` moves them. Disposal cancels the task; a
    /// sequence that ignores this is left at its next element. A thrown `CancellationError` becomes `completed`; other
    /// errors are sent.
    ///
    /// - Parameter priority: The priority of the tasks. Default: that of a detached task.
    public func asObservable(priority: TaskPriority? = nil) -> Observable<Element> {
        Observable.create { observer in
            // Created outside the task's closure, which may use `Sendable` types only.
            let iteration = Unchecked { () async -> Void in
                do {
                    for try await element in self {
                        // Not every sequence ends when its task is cancelled.
                        if Task.isCancelled { return }
                        observer.onNext(element)
                    }
                    observer.onCompleted()
                } catch is CancellationError {
                    observer.onCompleted()
                } catch {
                    observer.onError(error)
                }
            }
            let task = Task.detached(priority: priority) { await iteration.value() }
            return Disposables.create { task.cancel() }
        }
    }
}
