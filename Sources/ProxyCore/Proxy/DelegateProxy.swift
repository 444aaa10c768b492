// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Reactive

/// A proxy in the delegate property of a parent object: adopts the delegate that was there, passes calls on to it,
/// records and observes them.
///
/// It holds its parent object weakly, and is kept alive by the object (`DelegateProxyOwner`) or by
/// `DelegateProxyRegistry`. Its streams complete when it is uninstalled or when the parent object dies.
open class DelegateProxy<ParentObject: AnyObject, Delegate>: ProtocolProxy<Delegate>, @unchecked Sendable {
    // Sendable: as its superclass; the weak reference is only read after `init`.

    /// The object in whose property the proxy is, nil when it is gone.
    public private(set) weak final var parentObject: ParentObject?

    private let reset: (ParentObject, DelegateProxy) -> Void

    /// Creates a proxy for a parent object without installing it; `proxy(for:)` does both.
    ///
    /// - Parameters:
    ///   - parentObject: The object; held weakly.
    ///   - delegateProxy: The proxy's own type.
    ///   - recorder: Records the calls. Default `Recorder.shared`.
    public init<Proxy: DelegateProxyType>(
        parentObject: ParentObject,
        delegateProxy: Proxy.Type,
        recorder: Recorder = .shared
    )
    where Proxy: DelegateProxy<ParentObject, Delegate>, Proxy.ParentObject == ParentObject, Proxy.Delegate == Delegate {
        self.parentObject = parentObject
        reset = { object, proxy in
            // A proxy is of the type that it was made with, or of a subclass of it.
            Proxy.resetCapabilities(of: object, proxy: unsafeDowncast(proxy, to: Proxy.self))
        }
        super.init(recorder: recorder, ownerName: String(describing: type(of: parentObject)))
    }

    /// The user's delegate behind the proxy, nil when there is none or when it is gone.
    public final func forwardToDelegate() -> Delegate? { forwardDelegate }

    /// Replaces the user's delegate behind the proxy.
    ///
    /// - Parameters:
    ///   - forwardToDelegate: Gets the calls; nil for nobody. An earlier retained one is let go.
    ///   - retainDelegate: Whether the proxy keeps it alive.
    public final func setForwardToDelegate(_ forwardToDelegate: Delegate?, retainDelegate: Bool) {
        setForwardDelegate(forwardToDelegate, retain: retainDelegate)
    }

    /// Lets a parent object that remembers answers of `responds(to:)` ask again.
    open override func capabilitiesDidChange() {
        guard let parentObject else { return }
        reset(parentObject, self)
    }

    // MARK: Observation

    /// The arguments of each call of a requirement, before it is passed on.
    ///
    /// Hot: what was called earlier is not repeated. Elements come on the thread of the call, inside it; observers run
    /// in the order of their subscriptions, and who subscribes during a call sees the next one. Completes when the
    /// proxy is uninstalled or its parent object dies.
    public final func sentMessage<Proxy, Arguments, Return>(
        _ selector: MethodSelector<Proxy, Arguments, Return>
    ) -> Observable<Arguments> { observeSent(selector) }

    /// As `sentMessage(_:)`, after the call came back, also when it threw.
    public final func methodInvoked<Proxy, Arguments, Return>(
        _ selector: MethodSelector<Proxy, Arguments, Return>
    ) -> Observable<Arguments> { observeInvoked(selector) }

    /// Arguments and result of each call that returned.
    public final func returned<Proxy, Arguments, Return>(
        _ selector: MethodSelector<Proxy, Arguments, Return>
    ) -> Observable<(Arguments, Return)> { observeReturned(selector) }
}
