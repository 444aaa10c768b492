// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
public import Reactive

extension DelegateProxyType where Self: InstallableProxy {
    /// The proxy of a parent object, installed.
    ///
    /// Makes one when there is none, and puts it into the property; the delegate that was there becomes the forward
    /// delegate, held weakly. A proxy that somebody has overwritten goes back, and the overwriter becomes its forward
    /// delegate.
    ///
    /// - Throws: `DelegateProxyError` with `.noFactory`, `.duplicateFactory`, `.wrongProxyType`, `.cycle`,
    ///   `.notInstalled` or `.offMainThread`.
    public static func proxy(for object: ParentObject) throws(DelegateProxyError) -> Self {
        try checkThread()
        let storage = DelegateProxyRegistry.storage(for: object)
        let proxy: Self
        if let known = storage.proxy(identifier) as? Self {
            proxy = known
        } else {
            let made = try createProxy(for: object)
            proxy = storage.insert(made, identifier) as? Self ?? made
        }
        try install(proxy, in: object)
        return proxy
    }

    private static func install(_ proxy: Self, in object: ParentObject) throws(DelegateProxyError) {
        let current = currentDelegate(for: object)
        guard (current as AnyObject?) !== proxy else { return }
        if let current, ForwardChain.reaches(proxy, from: current as AnyObject) {
            // Somebody wrapped the proxy: it is in the property, if not in person.
            return
        }
        proxy.setForwardToDelegate(current, retainDelegate: false)
        setCurrentDelegate(proxy as? Delegate, to: object)
        let found = currentDelegate(for: object) as AnyObject?
        guard let found, ForwardChain.isWrapped(proxy, in: found) else {
            throw DelegateProxyError(
                .notInstalled,
                "\(type(of: object)).\(propertyName) was given \(type(of: proxy)) and did not keep it. "
                    + "Check that \(Self.self) conforms to \(Delegate.self), and that the property stores what it is given."
            )
        }
    }

    /// Makes an object the forward delegate of a parent object's proxy.
    ///
    /// - Parameters:
    ///   - forwardDelegate: The user's delegate.
    ///   - retainDelegate: Whether the proxy keeps it alive.
    ///   - object: The parent object.
    /// - Returns: Takes the forward delegate away again, if it is still the one.
    /// - Throws: `DelegateProxyError` with `.forwardDelegateAlreadySet`, `.cycle`, or what `proxy(for:)` throws.
    public static func installForwardDelegate(
        _ forwardDelegate: Delegate,
        retainDelegate: Bool,
        onProxyForObject object: ParentObject
    ) throws(DelegateProxyError) -> any Disposable {
        let proxy = try self.proxy(for: object)
        if let current = proxy.forwardToDelegate() {
            throw DelegateProxyError(
                .forwardDelegateAlreadySet,
                "The proxy of \(type(of: object)).\(propertyName) forwards \(Delegate.self) to a "
                    + "\(type(of: current as Any)) already, so \(type(of: forwardDelegate as Any)) cannot be installed. "
                    + "Dispose of the first installation, or call setForwardToDelegate to replace it."
            )
        }
        let target = forwardDelegate as AnyObject
        guard !ForwardChain.reaches(proxy, from: target) else {
            throw DelegateProxyError(
                .cycle,
                "\(type(of: target)) forwards to the proxy of \(type(of: object)).\(propertyName), so the proxy cannot "
                    + "forward to it. Install the delegate at the end of the chain instead."
            )
        }
        proxy.setForwardToDelegate(forwardDelegate, retainDelegate: retainDelegate)
        return Disposables.create { [weak proxy, weak target] in
            guard let proxy, let target, (proxy.forwardToDelegate() as AnyObject?) === target else { return }
            proxy.setForwardToDelegate(nil, retainDelegate: false)
        }
    }

    /// Takes the proxy out of its parent object: the forward delegate goes back into the property if the proxy is
    /// still there, and all streams complete. Doing it again changes nothing.
    public func uninstall() {
        guard let object = anyParentObject as? ParentObject else { return }
        let current = Self.currentDelegate(for: object) as AnyObject?
        if current === self { Self.setCurrentDelegate(forwardToDelegate(), to: object) }
        DelegateProxyRegistry.storage(for: object).remove(Self.identifier)
        endStreams()
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

/// What `DelegateProxy` gives to the protocol that describes it. Conform by subclassing `DelegateProxy`.
public protocol InstallableProxy: AnyObject {
    /// The parent object, nil when it is gone.
    var anyParentObject: AnyObject? { get }
    /// Ends all streams.
    func endStreams()
}

extension DelegateProxy: InstallableProxy {
    /// The parent object, nil when it is gone.
    public final var anyParentObject: AnyObject? { parentObject }

    /// Ends all streams.
    public final func endStreams() { finish() }
}
