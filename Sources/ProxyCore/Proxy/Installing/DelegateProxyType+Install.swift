// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Reactive

extension DelegateProxyType {
    /// The installed proxy of a parent object.
    ///
    /// If there is none, one is created and put into the property. The delegate that was there becomes the forward
    /// delegate, and is kept alive if the property would have kept it alive. If the proxy was overwritten, it is put
    /// back and the overwriting delegate becomes its forward delegate. If the proxy was wrapped, it stays where it is.
    ///
    /// - Parameters:
    ///   - object: The parent object.
    ///   - retain: Whether the proxy keeps a delegate alive that comes from the property. Default: the last requested
    ///     value with which the proxy was given back, initially `.asProperty`.
    ///   - recorder: Records the calls. Default: the recorder in the proxy's initialiser, which is `Recorder.current`
    ///     unless the initialiser is given another one.
    ///   - prepare: Called with a new proxy before it is put into the property, to install handlers that must see the
    ///     first call.
    /// - Throws: `DelegateProxyError` with `.noFactory`, `.duplicateFactory`, `.wrongProxyType`, `.otherRecorder`,
    ///   `.cycle`, `.ambiguousWrapper`, `.noAnswer`, `.targetMayDie`, `.notInstalled`, `.offMainThread` or
    ///   `.hiddenFromOptimizer`.
    public static func proxy(
        for object: ParentObject,
        retain: DelegateRetention? = nil,
        recorder: Recorder? = nil,
        prepare: (Self) -> Void = { _ in }
    ) throws(DelegateProxyError) -> Self {
        // The caller may have no use for the object after this call.
        defer { withExtendedLifetime(object) {} }
        try checkThread()
        let installation = Installation<Self>(of: object, retain: retain)
        // Retried when another thread uninstalls the proxy meanwhile.
        for _ in 0..<Installation<Self>.maximumAttempts {
            let proxy = try knownOrNewProxy(for: object, recorder, installation.storage, prepare)
            if let retain { try checkRetention(retain, of: proxy) }
            do throws(DelegateProxyError) {
                try installation.settle()
            } catch {
                if (proxy as? ProtocolProxy<Delegate>)?.isInstalled != true {
                    installation.storage.remove(proxy, identifier)
                }
                throw error
            }
            guard installation.storage.proxy(identifier) === proxy else { continue }
            if let retain {
                // Another thread may have installed it meanwhile.
                try checkRetention(retain, of: proxy)
                (proxy as? ProtocolProxy<Delegate>)?.setRetention(retain)
            }
            return proxy
        }
        throw Installation<Self>.notInstalled(in: object)
    }

    private static func knownOrNewProxy(
        for object: ParentObject,
        _ recorder: Recorder?,
        _ storage: DelegateProxyStorage,
        _ prepare: (Self) -> Void
    ) throws(DelegateProxyError) -> Self {
        if let known = storage.proxy(identifier) as? Self { return try checked(known, of: object, recorder) }
        let new = try WantedRecorder.with(recorder, for: object) { () throws(DelegateProxyError) in
            try createProxy(for: object)
        }
        prepare(new)
        let kept = storage.insert(new, identifier)
        if let proxy = kept as? Self { return try checked(proxy, of: object, recorder) }
        throw DelegateProxyError(
            .wrongProxyType,
            "\(type(of: object)).\(propertyName) has a \(type(of: kept)) from before \(Self.self) was registered. "
                + "Register proxies before the first one of their family is made, or uninstall that one first."
        )
    }

    /// Refuses, before anything changes, to let go of an adopted delegate that is the only one to answer a requirement.
    private static func checkRetention(_ retention: DelegateRetention, of proxy: Self) throws(DelegateProxyError) {
        guard let proxy = proxy as? ProtocolProxy<Delegate> else { return }
        if let target = proxy.targetThatMayDie(with: retention) {
            try (proxy as? DelegateProxy<ParentObject, Delegate>)?.checkMayDie(target)
        }
    }

    /// Refuses a proxy that has another recorder than the requested one.
    private static func checked(
        _ proxy: Self,
        of object: ParentObject,
        _ recorder: Recorder?
    ) throws(DelegateProxyError) -> Self {
        guard let recorder, (proxy as? ProtocolProxy<Delegate>)?.recorder !== recorder else { return proxy }
        throw DelegateProxyError(
            .otherRecorder,
            "\(type(of: object)).\(propertyName) has a \(type(of: proxy)) already, and another recorder records its calls. "
                + "Uninstall that proxy first, or leave the recorder out."
        )
    }

    /// Makes an object the forward delegate of a parent object's proxy.
    ///
    /// - Parameters:
    ///   - forwardDelegate: The user's delegate.
    ///   - retainDelegate: Whether the proxy keeps it alive.
    ///   - object: The parent object.
    ///   - replace: Whether it may replace another forward delegate. Default false.
    /// - Returns: Removes the forward delegate again, if it is still the current one. A delegate that the proxy had
    ///   already adopted from the property stays.
    /// - Throws: `DelegateProxyError` with `.forwardDelegateAlreadySet`, `.cycle`, `.targetMayDie`, or the errors of
    ///   `proxy(for:)`.
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
            if let current, proxy.hasAdopted(place), (current as AnyObject) === (forwardDelegate as AnyObject) {
                return keepAdopted(place, retainDelegate, by: proxy)
            }
            if !retainDelegate { try (proxy as? DelegateProxy<ParentObject, Delegate>)?.checkMayDie(forwardDelegate) }
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

    /// The delegate to install is already the forward delegate: the program put it into the property and the proxy
    /// adopted it.
    private static func keepAdopted(
        _ number: Int,
        _ retainDelegate: Bool,
        by proxy: ProtocolProxy<Delegate>
    ) -> any Disposable {
        guard retainDelegate, !proxy.retainsTarget else { return Disposables.create() }
        proxy.hold(number, retain: true)
        return Disposables.create { [weak proxy] in proxy?.hold(number, retain: false) }
    }

    private static func alreadySet(in object: ParentObject, current: Delegate, new: Delegate) -> DelegateProxyError {
        DelegateProxyError(
            .forwardDelegateAlreadySet,
            "The proxy of \(type(of: object)).\(propertyName) forwards \(Delegate.self) to a "
                + "\(type(of: current as Any)) already, so \(type(of: new as Any)) cannot be installed. "
                + "Dispose of the first installation, or say replace: true."
        )
    }

    /// Removes the proxy from its parent object and completes its streams.
    ///
    /// If the proxy is still in the property, the forward delegate goes back into it. Calling this again changes
    /// nothing. If the property belongs to the main actor and the caller runs elsewhere, the property is changed
    /// asynchronously.
    public func uninstall() {
        guard let proxy = self as? any InstallableProxy else { return }
        proxy.retire()
        if let object = proxy.anyParentObject as? ParentObject {
            let installation = Installation<Self>(of: object)
            installation.storage.remove(self, Self.identifier)
            // A failure to settle concerns another proxy; the next `proxy(for:)` throws it.
            Self.threadRule.perform { try? installation.settle() }
        }
        proxy.finish(.uninstalled)
    }
}

extension DelegateProxyType {
    /// Refuses use outside the family's thread or actor.
    static func checkThread() throws(DelegateProxyError) {
        guard !threadRule.isKept else { return }
        if threadRule == .mainActor {
            throw DelegateProxyError(
                .offMainThread,
                "\(ParentObject.self).\(propertyName) belongs to the main actor, and \(Self.self) was used elsewhere. "
                    + "Use it from a function that is @MainActor."
            )
        }
        throw DelegateProxyError(
            .offMainThread,
            "\(Self.self) belongs to the main thread and was used on another one. Use it from the main thread, or "
                + "declare its threadRule as .any."
        )
    }
}
