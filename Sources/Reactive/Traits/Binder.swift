// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Sets something on a target for each element, on the main queue unless told otherwise.
///
/// It does not retain the target, and does nothing once the target is gone. It cannot take an error: in debug builds that
/// is a fatal error, in others it is printed.
public struct Binder<Value>: ObserverType {
    /// The type of elements that it can be sent.
    public typealias Element = Value

    private let observer: AnyObserver<Value>

    /// Makes a binder.
    ///
    /// - Parameters:
    ///   - target: Given to `binding`; held weakly.
    ///   - scheduler: Where `binding` is called.
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
