// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
public import Reactive

extension DelegateProxyType {
    /// The proxy of a parent object, installed.
    ///
    /// Makes one when there is none, and puts it into the property; the delegate that was there becomes the forward
    /// delegate, held weakly unless nothing but the property kept it alive. A proxy that somebody has overwritten goes back, and the overwriter becomes its forward
    /// delegate. One that somebody has wrapped stays where it is.
    ///
    /// - Throws: `DelegateProxyError` with `.noFactory`, `.duplicateFactory`, `.wrongProxyType`, `.cycle`,
    ///   `.ambiguousWrapper`, `.noAnswer`, `.notInstalled` or `.offMainThread`.
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
        do throws(DelegateProxyError) {
            try install(proxy, in: object)
        } catch {
            if !proxy.isKnownAsInstalled { storage.remove(proxy, identifier) }
            throw error
        }
        return proxy
    }

    private static func install(_ proxy: Self, in object: ParentObject) throws(DelegateProxyError) {
        guard try isDue(proxy, in: object) else { return }
        guard var adopted = adoptOccupant(of: object, by: proxy) else { return }
        setCurrentDelegate(proxy as? Delegate, to: object)
        // If only the property kept the delegate alive, the proxy does from now on.
        if adopted.occupant != nil, isKnownUniquelyReferenced(&adopted.occupant) {
            proxy.asProtocolProxy?.retainTarget()
        }
        do throws(DelegateProxyError) {
            try verify(proxy, in: object)
        } catch {
            setCurrentDelegate(proxy.forwardToDelegate(), to: object)
            throw error
        }
        proxy.asProtocolProxy?.didInstall(previousTarget: adopted.previousTarget)
    }

    /// Whether the proxy has to be put into the property, and can be.
    private static func isDue(_ proxy: Self, in object: ParentObject) throws(DelegateProxyError) -> Bool {
        guard let occupant = currentDelegate(for: object) as AnyObject? else {
            // The property is nil for a moment while the parent object is made to ask again.
            if (proxy as? any InstallableProxy)?.isResetting == true { return false }
            try checkCanAnswer(proxy, in: object)
            return true
        }
        if ForwardChain.reaches(proxy, from: occupant) { return false }
        try checkIsNoWrapper(occupant, of: proxy, in: object)
        return true
    }

    /// Makes what is in the property the forward delegate, held weakly. The result is the one reference left to it
    /// here, so that it can be seen whether there are others; nil when another thread has just put the proxy there,
    /// which must not become its own forward delegate.
    private static func adoptOccupant(
        of object: ParentObject,
        by proxy: Self
    ) -> (occupant: AnyObject?, previousTarget: String?)? {
        let current = currentDelegate(for: object)
        if let current, ForwardChain.reaches(proxy, from: current as AnyObject) { return nil }
        let previous = proxy.asProtocolProxy?.replaceTarget(current, retain: false, isReported: false)
        return (current as AnyObject?, previous)
    }

    /// What took the proxy's place may have wrapped it, which would make a circle of the two.
    private static func checkIsNoWrapper(
        _ occupant: AnyObject,
        of proxy: Self,
        in object: ParentObject
    ) throws(DelegateProxyError) {
        guard proxy.isKnownAsInstalled, !(occupant is any DelegateWrapper), ForwardChain.holds(proxy, in: occupant)
        else { return }
        throw DelegateProxyError(
            .ambiguousWrapper,
            "\(type(of: occupant)) took the place of the proxy in \(type(of: object)).\(propertyName) and stores the "
                + "proxy. Let it conform to DelegateWrapper, and give back what it passes calls on to, or nil."
        )
    }

    private static func checkCanAnswer(_ proxy: Self, in object: ParentObject) throws(DelegateProxyError) {
        let unanswered = (proxy as? any InstallableProxy)?.unanswerableRequirements ?? []
        guard !unanswered.isEmpty else { return }
        throw DelegateProxyError(
            .noAnswer,
            "\(type(of: object)).\(propertyName) is nil, and \(Self.self) has no answer to "
                + unanswered.map(\.name).joined(separator: ", ") + ". Declare defaults, or set a delegate first."
        )
    }

    /// Reads back what was written: some parent objects wrap what they are given.
    private static func verify(_ proxy: Self, in object: ParentObject) throws(DelegateProxyError) {
        let found = currentDelegate(for: object) as AnyObject?
        if let found, ForwardChain.isWrapped(proxy, in: found) { return }
        throw DelegateProxyError(
            .notInstalled,
            "\(type(of: object)).\(propertyName) was given \(type(of: proxy)) and did not keep it. Check that "
                + "\(Self.self) conforms to \(Delegate.self), and that the property stores what it is given."
        )
    }

    private var isKnownAsInstalled: Bool { (self as? any InstallableProxy)?.isInstalled ?? false }

    /// A type that conforms is a proxy of its own `Delegate`.
    private var asProtocolProxy: ProtocolProxy<Delegate>? { self as? ProtocolProxy<Delegate> }

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
        let proxy = try self.proxy(for: object)
        if !replace, let current = proxy.forwardToDelegate() {
            throw DelegateProxyError(
                .forwardDelegateAlreadySet,
                "The proxy of \(type(of: object)).\(propertyName) forwards \(Delegate.self) to a "
                    + "\(type(of: current as Any)) already, so \(type(of: forwardDelegate as Any)) cannot be installed. "
                    + "Dispose of the first installation, or say replace: true."
            )
        }
        try proxy.setForwardToDelegate(forwardDelegate, retainDelegate: retainDelegate)
        return Disposables.create { [weak proxy, weak target = forwardDelegate as AnyObject] in
            guard let proxy, let target, (proxy.forwardToDelegate() as AnyObject?) === target else { return }
            // Nothing leads back to a proxy that forwards to nobody.
            try? proxy.setForwardToDelegate(nil, retainDelegate: false)
        }
    }

    /// Takes the proxy out of its parent object: the forward delegate goes back into the property if the proxy is
    /// still there, and all streams complete. Doing it again changes nothing.
    public func uninstall() {
        if let object = (self as? any InstallableProxy)?.anyParentObject as? ParentObject {
            let current = Self.currentDelegate(for: object) as AnyObject?
            if current === self { Self.setCurrentDelegate(forwardToDelegate(), to: object) }
            DelegateProxyRegistry.storage(for: object).remove(self, Self.identifier)
        }
        (self as? any InstallableProxy)?.finish(.uninstalled)
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
