// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Reactive

extension ProtocolProxy {
    /// The arguments of each call of a requirement, after the call returned, for an object created with a proxy as its
    /// delegate.
    ///
    /// - Parameters:
    ///   - selector: The requirement.
    ///   - object: The object.
    ///   - delegate: Its delegate.
    /// - Returns: A stream that fails with `DelegateProxyError` and `.notInstalled` if the delegate is not a proxy of
    ///   this type.
    public static func methodInvoked<Proxy, Arguments, Return>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        givenTo object: AnyObject,
        as delegate: Delegate?
    ) -> Observable<Arguments> {
        if let proxy = delegate as? Self { return proxy.methodInvoked(selector) }
        let error = DelegateProxyError(
            .notInstalled,
            "This \(type(of: object)) was made with another delegate than a \(Self.self), and its delegate cannot be "
                + "replaced. Make it with a proxy whose forward delegate is the one that you want."
        )
        return Observable.create { observer in
            observer.onError(error)
            return Disposables.create()
        }
    }
}

extension DelegateProxyType {
    /// The arguments of each call of a requirement on a parent object's proxy, after the call returned.
    ///
    /// The first subscription installs the proxy. The stream does not keep the object alive. Subscribing after the
    /// object's death completes immediately.
    ///
    /// - Parameters:
    ///   - selector: The requirement.
    ///   - object: The parent object.
    /// - Returns: A stream that fails with the `DelegateProxyError` of `proxy(for:)` if the proxy cannot be installed.
    public static func methodInvoked<Proxy, Arguments, Return>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        of object: ParentObject
    ) -> Observable<Arguments> {
        let reference = WeakReference(object)
        return Observable.create { observer in
            guard let object = reference.object.map({ unsafeDowncast($0, to: ParentObject.self) }) else {
                observer.onCompleted()
                return Disposables.create()
            }
            do {
                let proxy = try proxy(for: object) as? ProtocolProxy<Delegate>
                return proxy?.methodInvoked(selector).subscribe(observer) ?? Disposables.create()
            } catch {
                observer.onError(error)
                return Disposables.create()
            }
        }
    }
}
