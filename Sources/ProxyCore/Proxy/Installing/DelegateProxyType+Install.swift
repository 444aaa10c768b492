// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Reactive

extension DelegateProxyType {
    /// The proxy of a parent object, installed.
    ///
    /// Makes one when there is none, and puts it into the property; the delegate that was there becomes the forward
    /// delegate, kept alive if the property would have kept it alive. A proxy that somebody has overwritten goes back,
    /// and the overwriter becomes its forward delegate. One that somebody has wrapped stays where it is.
    ///
    /// - Parameters:
    ///   - object: The parent object.
    ///   - retain: Whether the proxy keeps a delegate alive that comes from the property. Default as it was asked for
    ///     the last time, at first `.asProperty`.
    ///   - recorder: Records the calls. Default the one that the proxy is made with, which is `Recorder.shared` unless
    ///     its initialiser is given another one.
    ///   - prepare: Called with a new proxy before it goes into the property, for handlers that have to be there from
    ///     the first call on.
    /// - Throws: `DelegateProxyError` with `.noFactory`, `.duplicateFactory`, `.wrongProxyType`, `.otherRecorder`,
    ///   `.cycle`, `.ambiguousWrapper`, `.noAnswer`, `.targetMayDie`, `.notInstalled`, `.offMainThread` or
    ///   `.hiddenFromOptimizer`.
    public static func proxy(
        for object: ParentObject,
        retain: DelegateRetention? = nil,
        recorder: Recorder? = nil,
        prepare: (Self) -> Void = { _ in }
    ) throws(DelegateProxyError) -> Self {
        try checkThread()
        let installation = Installation<Self>(of: object)
        // Again where another thread has uninstalled the proxy meanwhile.
        for _ in 0..<Installation<Self>.maximumAttempts {
            let proxy = try knownOrNewProxy(for: object, recorder, installation.storage, prepare)
            if let retain { (proxy as? ProtocolProxy<Delegate>)?.setRetention(retain) }
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

    /// Refuses a proxy with another recorder than the one that was asked for.
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
    ///   - replace: Whether it may take the place of another forward delegate. Default false.
    /// - Returns: Takes the forward delegate away again, if it is still the one. One that was in the property already,
    ///   and that the proxy took over from there, stays.
    /// - Throws: `DelegateProxyError` with `.forwardDelegateAlreadySet`, `.cycle`, `.targetMayDie`, or what `proxy(for:)`
    ///   throws.
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

    /// The forward delegate is what is to be installed: it came from the property, where the program put it.
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

    /// Takes the proxy out of its parent object: the forward delegate goes back into the property if the proxy is
    /// still there, and all streams complete. Doing it again changes nothing. Where the property belongs to the main
    /// actor and this is called elsewhere, the property follows soon.
    public func uninstall() {
        guard let proxy = self as? any InstallableProxy else { return }
        proxy.retire()
        if let object = proxy.anyParentObject as? ParentObject {
            let installation = Installation<Self>(of: object)
            installation.storage.remove(self, Self.identifier)
            // What cannot be put back here is another proxy, which whoever asks for it is told.
            Self.threadRule.perform { try? installation.settle() }
        }
        proxy.finish(.uninstalled)
    }
}

extension DelegateProxyType {
    /// Refuses use on another thread than the family's.
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
