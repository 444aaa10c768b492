// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A proxy in the delegate property of a parent object.
///
/// It adopts the delegate that was in the property, forwards calls to it, records them, and lets the program observe
/// them. The proxy holds its parent object weakly; the parent object (`DelegateProxyOwner`) or `DelegateProxyRegistry`
/// keeps the proxy alive. Its streams complete when it is uninstalled or when the parent object dies.
open class DelegateProxy<P: AnyObject, D>: ProtocolProxy<D>, @unchecked Sendable {
    // Sendable: like the superclass; the properties added here never change.

    /// The type that declares the property.
    public typealias ParentObject = P
    /// The type of the property, without its optionality.
    public typealias Delegate = D

    /// The object whose property holds the proxy, nil once that object is gone.
    public final var parentObject: ParentObject? { parent.object.map { unsafeDowncast($0, to: ParentObject.self) } }

    private let parent: WeakReference

    private let reset: (ParentObject, DelegateProxy) -> Void
    private let property: String

    /// Creates a proxy for a parent object without installing it; `proxy(for:)` does both.
    ///
    /// - Parameters:
    ///   - parentObject: The object; held weakly.
    ///   - delegateProxy: The proxy's own type.
    ///   - recorder: Records the calls. A recorder passed to `proxy(for:)` takes precedence. Default `Recorder.current`.
    public init<Proxy: DelegateProxyType>(
        parentObject: ParentObject,
        delegateProxy: Proxy.Type,
        recorder: Recorder = .current
    )
    where Proxy: DelegateProxy<ParentObject, Delegate>, Proxy.ParentObject == ParentObject, Proxy.Delegate == Delegate {
        parent = WeakReference(parentObject)
        property = Proxy.propertyName
        reset = { object, proxy in
            // A proxy has the type it was created with, or a subclass of that type.
            Proxy.threadRule.perform { Installation<Proxy>(of: object).reset(unsafeDowncast(proxy, to: Proxy.self)) }
        }
        super.init(
            recorder: WantedRecorder.current(for: parentObject) ?? recorder,
            ownerName: String(describing: type(of: parentObject)),
            threadRule: Proxy.threadRule
        )
    }

    /// The user's delegate behind the proxy; nil when there is none or it is gone.
    public final func forwardToDelegate() -> Delegate? { forwardDelegate }

    /// Replaces the user's delegate behind the proxy.
    ///
    /// - Parameters:
    ///   - forwardToDelegate: Receives the calls; nil for no delegate. The previous delegate is released if it was
    ///     retained.
    ///   - retainDelegate: Whether the proxy keeps the delegate alive.
    /// - Throws: `DelegateProxyError`, and changes nothing: `.cycle` when the delegate is the proxy or forwards to it;
    ///   `.targetMayDie` when the delegate would be held weakly but is the only one to answer a requirement.
    public final func setForwardToDelegate(
        _ forwardToDelegate: Delegate?,
        retainDelegate: Bool
    ) throws(DelegateProxyError) {
        if let forwardToDelegate, !retainDelegate { try checkMayDie(forwardToDelegate) }
        guard setForwardDelegate(forwardToDelegate, retain: retainDelegate) else {
            throw .cycle(
                proxyOf: "\(describedParent).\(property)",
                target: String(describing: type(of: forwardToDelegate as Any))
            )
        }
    }

    /// Refuses a weakly held target if a call would stop the program once the target is gone.
    final func checkMayDie(_ target: Delegate) throws(DelegateProxyError) {
        let unanswered = unanswerableRequirements
        guard !unanswered.isEmpty, TargetWords(target) != nil else { return }
        throw .targetMayDie(
            proxyOf: "\(describedParent).\(property)",
            target: String(describing: type(of: target as Any)),
            requirements: unanswered
        )
    }

    private var describedParent: String {
        parentObject.map { String(describing: type(of: $0)) } ?? String(describing: ParentObject.self)
    }

    /// Makes a parent object that caches answers of `responds(to:)` ask again.
    open override func capabilitiesDidChange() {
        if let parentObject { reset(parentObject, self) }
    }

    override var propertyName: String? { property }

    override var isOwnerAlive: Bool? { parent.isAlive }
}

extension DelegateProxy {
    /// Unavailable: the parent object is not a subclass of the inherited proxy's parent object.
    @available(
        *,
        unavailable,
        message: """
            this parent object is no subclass of the one that the inherited proxy is for, so it has another property; \
            declare the inherited requirements again, and say inheriting: nil
            """
    )
    public convenience init<Parent: AnyObject, Proxy>(
        parentObject: Parent,
        delegateProxy: Proxy.Type,
        recorder: Recorder = .current
    ) {
        fatalError("unavailable")
    }
}

extension ProtocolProxy {
    /// Unavailable: the inherited proxy has no parent object.
    @available(
        *,
        unavailable,
        message: """
            the inherited proxy has no parent object; give it one that this one's inherits from, or declare the \
            inherited requirements again and say inheriting: nil
            """
    )
    public convenience init<Parent: AnyObject, Proxy>(
        parentObject: Parent,
        delegateProxy: Proxy.Type,
        recorder: Recorder = .current
    ) {
        fatalError("unavailable")
    }
}

extension ProtocolProxy {
    /// Adds proxies of this class to the family it inherits, for a subclass of the parent object.
    ///
    /// Call it in `registerRefinedImplementations()`.
    ///
    /// - Parameter make: Makes the proxy of one parent object.
    public static func refine<Parent: AnyObject>(make: @escaping (Parent) -> ProtocolProxy) {
        (self as? any DelegateProxyType.Type)?.register(refined: make)
    }
}

extension DelegateProxyType {
    fileprivate static func register<Parent: AnyObject>(refined make: @escaping (Parent) -> AnyObject) {
        DelegateProxyFactory.shared(for: Self.self).register(Parent.self, make: make)
    }
}

/// A proxy whose class can add to the family it inherits.
protocol RefinableProxy: AnyObject {
    static func registerRefinedImplementations()
}

extension ProtocolProxy: RefinableProxy {}

/// The type-erased view of a proxy that can be uninstalled. A proxy without a family can't: it stays in its place.
protocol InstallableProxy: AnyObject {
    var anyParentObject: AnyObject? { get }
    var isRetired: Bool { get }
    func retire()
    func finish(_ reason: ProxyEndReason)
}

extension DelegateProxy: InstallableProxy {
    final var anyParentObject: AnyObject? { parentObject }

    final func retire() { inspect { $0.isRetired = true } }
}
