// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Sets a property of a target for each element, by default on the main queue.
///
/// It doesn't retain the target, and does nothing after the target's release. Errors are fatal in debug builds and
/// printed in others.
public struct Binder<Value>: ObserverType {
    /// The element type.
    public typealias Element = Value

    private let observer: AnyObserver<Value>

    /// Creates a binder.
    ///
    /// - Parameters:
    ///   - target: The argument of `binding`; held weakly.
    ///   - scheduler: The scheduler of `binding`.
    ///   - binding: Sets the value on the target.
    public init<Target: AnyObject>(
        _ target: Target,
        scheduler: any ImmediateSchedulerType = MainScheduler(),
        binding: @escaping (Target, Value) -> Void
    ) {
        observer = AnyObserver(base: BinderObserver(target: target, scheduler: scheduler, binding: binding))
    }

    /// Binds the element of a `next` event.
    public func on(_ event: Event<Value>) {
        observer.on(event)
    }

    /// Binds `element`.
    public func onNext(_ element: Value) {
        observer.onNext(element)
    }

    /// The binder with its type erased.
    public func asObserver() -> AnyObserver<Value> {
        observer
    }
}

private final class BinderObserver<Target: AnyObject, Value>: ObserverBase<Value> {
    private weak let target: Target?
    private let scheduler: any ImmediateSchedulerType
    private let binding: (Target, Value) -> Void

    init(target: Target, scheduler: any ImmediateSchedulerType, binding: @escaping (Target, Value) -> Void) {
        self.target = target
        self.scheduler = scheduler
        self.binding = binding
    }

    override func onNext(_ element: Value) {
        _ = scheduler.schedule(element) { element in
            if let target = self.target { self.binding(target, element) }
            return Disposables.create()
        }
    }

    override func onError(_ error: any Error) {
        Hooks.reportBindingError(error)
    }

    override func onCompleted() {}
}
