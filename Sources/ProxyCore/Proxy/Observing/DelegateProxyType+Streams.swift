// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Reactive

extension ProtocolProxy {
    /// The arguments of each call of a requirement on the proxy that an object was given as its delegate, after the
    /// call came back.
    ///
    /// - Parameters:
    ///   - selector: The requirement.
    ///   - object: The object.
    ///   - delegate: Its delegate.
    /// - Returns: Fails with `DelegateProxyError` and `.notInstalled` where the delegate is no proxy of this type.
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
    /// The arguments of each call of a requirement on a parent object's proxy, after the call came back.
    ///
    /// Installs the proxy at the first subscription. The stream does not keep the object alive, and completes at once
    /// when it is gone.
    ///
    /// - Parameters:
    ///   - selector: The requirement.
    ///   - object: The parent object.
    /// - Returns: Fails with the `DelegateProxyError` of `proxy(for:)` where the proxy cannot be installed.
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
