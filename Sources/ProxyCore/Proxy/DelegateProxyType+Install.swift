// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
public import Reactive

extension DelegateProxyType {
    /// The proxy of a parent object, installed.
    ///
    /// Makes one when there is none, and puts it into the property; the delegate that was there becomes the forward
    /// delegate, held weakly unless nothing but the property kept it alive. A proxy that somebody has overwritten goes
    /// back, and the overwriter becomes its forward delegate. One that somebody has wrapped stays where it is.
    ///
    /// - Throws: `DelegateProxyError` with `.noFactory`, `.duplicateFactory`, `.wrongProxyType`, `.cycle`,
    ///   `.ambiguousWrapper`, `.noAnswer`, `.notInstalled`, `.offMainThread` or `.hiddenFromOptimizer`.
    public static func proxy(for object: ParentObject) throws(DelegateProxyError) -> Self {
        try checkThread()
        let installation = Installation<Self>(of: object)
        // Again where another thread has uninstalled the proxy meanwhile.
        for _ in 0..<Installation<Self>.maximumAttempts {
            let proxy = try knownOrNewProxy(for: object, installation.storage)
            do throws(DelegateProxyError) {
                try installation.settle()
            } catch {
                if (proxy as? any InstallableProxy)?.isInstalled != true {
                    installation.storage.remove(proxy, identifier)
                }
                throw error
            }
            if installation.storage.proxy(identifier) === proxy { return proxy }
        }
        throw Installation<Self>.notInstalled(in: object)
    }

    private static func knownOrNewProxy(
        for object: ParentObject,
        _ storage: DelegateProxyStorage
    ) throws(DelegateProxyError) -> Self {
        if let known = storage.proxy(identifier) as? Self { return known }
        let kept = storage.insert(try createProxy(for: object), identifier)
        if let proxy = kept as? Self { return proxy }
        throw DelegateProxyError(
            .wrongProxyType,
            "\(type(of: object)).\(propertyName) has a \(type(of: kept)) from before \(Self.self) was registered. "
                + "Register proxies before the first one of their family is made, or uninstall that one first."
        )
    }

    /// Makes an object the forward delegate of a parent object's proxy.
    ///
    /// - Parameters:
    ///   - forwardDelegate: The user's delegate.
    ///   - retainDelegate: Whether the proxy keeps it alive.
    ///   - object: The parent object.
    ///   - replace: Whether it may take the place of another forward delegate. Default false.
    /// - Returns: Takes the forward delegate away again, if it is still the one.
    /// - Throws: `DelegateProxyError` with `.forwardDelegateAlreadySet`, `.cycle`, or what `proxy(for:)` throws.
    public static func installForwardDelegate(
        _ forwardDelegate: Delegate,
        retainDelegate: Bool,
        onProxyForObject object: ParentObject,
        replace: Bool = false
    ) throws(DelegateProxyError) -> any Disposable {
        guard let proxy = try self.proxy(for: object) as? ProtocolProxy<Delegate> else {
            throw Installation<Self>.notInstalled(in: object)
        }
        while true {
            let (current, place) = proxy.numberedTarget
            if !replace, let current { throw alreadySet(in: object, current: current, new: forwardDelegate) }
            switch proxy.putTarget(forwardDelegate, retain: retainDelegate, inPlaceOf: place) {
            case .done(let number):
                let target = WeakReference(forwardDelegate as AnyObject)
                return Disposables.create { [weak proxy] in proxy?.removeTarget(number, or: target.object) }
            case .cycle:
                throw .cycle(
                    proxyOf: "\(type(of: object)).\(propertyName)",
                    target: String(describing: type(of: forwardDelegate as Any))
                )
            case .outdated: continue
            }
        }
    }

    private static func alreadySet(in object: ParentObject, current: Delegate, new: Delegate) -> DelegateProxyError {
        DelegateProxyError(
            .forwardDelegateAlreadySet,
            "The proxy of \(type(of: object)).\(propertyName) forwards \(Delegate.self) to a "
                + "\(type(of: current as Any)) already, so \(type(of: new as Any)) cannot be installed. "
                + "Dispose of the first installation, or say replace: true."
        )
    }

    /// Takes the proxy out of its parent object: the forward delegate goes back into the property if the proxy is
    /// still there, and all streams complete. Doing it again changes nothing.
    public func uninstall() {
        guard let proxy = self as? any InstallableProxy else { return }
        proxy.retire()
        if let object = proxy.anyParentObject as? ParentObject {
            let installation = Installation<Self>(of: object)
            installation.storage.remove(self, Self.identifier)
            // What cannot be put back here is another proxy, which whoever asks for it is told.
            try? installation.settle()
        }
        proxy.finish(.uninstalled)
    }
}

extension DelegateProxyType {
    /// Refuses use on another thread than the family's.
    static func checkThread() throws(DelegateProxyError) {
        guard threadRule == .main, !cthread_is_main() else { return }
        throw DelegateProxyError(
            .offMainThread,
            "\(Self.self) belongs to the main thread and was used on another one. Use it from the main thread, or "
                + "declare its threadRule as .any."
        )
    }
}
