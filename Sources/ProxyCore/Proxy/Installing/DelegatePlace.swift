// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Reactive

/// Accessors of one object's delegate property, for a proxy that belongs to no family.
///
/// The object owns the place and the place owns the proxy, so both end with the object.
final class DelegatePlace<Object: AnyObject, Delegate>: DelegateProxyOwner, @unchecked Sendable {
    // Sendable: its properties never change; the closures run where the proxy is installed.

    let delegateProxies = DelegateProxyStorage()
    let name: String
    private let object: WeakReference
    private let read: (Object) -> Delegate?
    private let write: (Object, Delegate?) -> Void

    init(
        of object: Object,
        named name: String,
        read: @escaping (Object) -> Delegate?,
        write: @escaping (Object, Delegate?) -> Void
    ) {
        self.object = WeakReference(object)
        self.name = name
        self.read = read
        self.write = write
    }

    private var typedObject: Object? { object.object.map { unsafeDowncast($0, to: Object.self) } }

    fileprivate var delegate: Delegate? {
        get { typedObject.flatMap(read) }
        set { if let object = typedObject { write(object, newValue) } }
    }

    /// The proxy in the property, created and installed if there is none.
    func proxy<Proxy: ProtocolProxy<Delegate>>(_ make: () -> Proxy) throws(DelegateProxyError) -> Proxy {
        let identifier = PlacedProxy<Object, Delegate>.identifier
        var kept = delegateProxies.proxy(identifier)
        if kept == nil {
            let new = make()
            new.put(in: self, ownerName: ownerName)
            kept = delegateProxies.insert(new, identifier)
        }
        guard let proxy = kept as? Proxy else {
            throw DelegateProxyError(
                .wrongProxyType,
                "\(Object.self).\(name) has a \(kept.map { "\(type(of: $0))" } ?? "proxy") already, not a \(Proxy.self)."
            )
        }
        do {
            try Installation<PlacedProxy<Object, Delegate>>(of: self).settle()
        } catch {
            if !proxy.isInstalled { delegateProxies.remove(proxy, identifier) }
            throw error
        }
        return proxy
    }
}

extension DelegatePlace: ProxyPlace {
    var ownerName: String { typedObject.map { String(describing: type(of: $0)) } ?? "\(Object.self)" }

    var isOwnerAlive: Bool { object.isAlive }

    var watchedObject: AnyObject? { object.object }

    var endsOnMain: Bool { delegateProxies.endsOnMain }

    func end() {
        let proxy = delegateProxies.proxy(PlacedProxy<Object, Delegate>.identifier)
        (proxy as? ProtocolProxy<Delegate>)?.finish(.ownerDied)
    }

    /// Makes an object that caches the capabilities of its delegate ask again.
    func reset(_ proxy: AnyObject) {
        guard let proxy = proxy as? ProtocolProxy<Delegate> else { return }
        proxy.whileUnwatched { resetProperty(holding: proxy) }
    }

    private func resetProperty(holding proxy: AnyObject) {
        guard let current = delegate, (current as AnyObject) === proxy else { return }
        if let observer = typedObject as? any DelegateCapabilitiesObserver {
            return observer.delegateCapabilitiesDidChange()
        }
        let identifier = PlacedProxy<Object, Delegate>.identifier
        delegateProxies.beginReset(identifier)
        delegate = nil
        delegate = current
        delegateProxies.endReset(identifier)
    }
}

/// The property in which a proxy without a family was installed.
protocol ProxyPlace: AnyObject, Sendable {
    var name: String { get }
    /// The type of the object with the property, in records and messages.
    var ownerName: String { get }
    var isOwnerAlive: Bool { get }
    /// The object with the property, nil once it is gone.
    var watchedObject: AnyObject? { get }
    /// Whether the library ends its proxy on the main queue.
    var endsOnMain: Bool { get }
    /// Ends its proxy when the object is gone.
    func end()
    func reset(_ proxy: AnyObject)
}

/// Adapts a place for `Installation`. No proxy of this type is ever created: the program supplies the proxy in the
/// place.
private final class PlacedProxy<Object: AnyObject, Delegate>:
    DelegateProxy<DelegatePlace<Object, Delegate>, Delegate>,
    DelegateProxyType,
    @unchecked Sendable
{
    static func registerKnownImplementations() {}

    static func currentDelegate(for place: DelegatePlace<Object, Delegate>) -> Delegate? { place.delegate }

    static func setCurrentDelegate(_ delegate: Delegate?, to place: DelegatePlace<Object, Delegate>) {
        place.delegate = delegate
    }
}

extension DelegateProxyRegistry {
    /// The proxy in a delegate property of any object.
    ///
    /// The first call creates and installs the proxy, which is kept while the object lives; its records name the object
    /// as owner. The delegate that was in the property becomes the forward delegate. A proxy class with a parent object
    /// type has `proxy(for:)` for this.
    ///
    /// - Parameters:
    ///   - make: Creates the proxy if there is none, with the handlers that must see the first call.
    ///   - object: The object; kept alive until the call returns.
    ///   - keyPath: The property. Each property has its own proxy.
    /// - Throws: `DelegateProxyError`, as `proxy(for:)` does, with `.notInstalled`, `.noAnswer`, `.ambiguousWrapper` or
    ///   `.targetMayDie`; `.wrongProxyType` when the property has a proxy of another type.
    public static func proxy<Object: AnyObject, Delegate, Proxy: ProtocolProxy<Delegate>>(
        _ make: @autoclosure () -> Proxy,
        of object: Object,
        at keyPath: ReferenceWritableKeyPath<Object, Delegate?>
    ) throws(DelegateProxyError) -> Proxy {
        // The place holds the object weakly, and the caller may have no use for it after this call.
        defer { withExtendedLifetime(object) {} }
        // The description of a key path to a computed property may not contain its name.
        let name = "\(keyPath)".split(separator: ".").last.map(String.init) ?? "delegate"
        let place = storage(for: object).place(keyPath) {
            DelegatePlace(
                of: object,
                named: name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? name : "delegate",
                read: { $0[keyPath: keyPath] },
                write: { $0[keyPath: keyPath] = $1 }
            )
        }
        return try place.proxy(make)
    }

    /// Like `proxy(_:of:at:)`, for a property that is set through a method.
    ///
    /// - Parameters:
    ///   - name: Distinguishes the properties of an object.
    ///   - setter: Sets the property.
    ///   - getter: Reads the property.
    public static func proxy<Object: AnyObject, Delegate, Proxy: ProtocolProxy<Delegate>>(
        _ make: @autoclosure () -> Proxy,
        of object: Object,
        named name: String = "delegate",
        setter: @escaping (Object, Delegate?) -> Void,
        getter: @escaping (Object) -> Delegate?
    ) throws(DelegateProxyError) -> Proxy {
        // Like in the form with a key path.
        defer { withExtendedLifetime(object) {} }
        let place = storage(for: object).place("\(Delegate.self).\(name)") {
            DelegatePlace(of: object, named: name, read: getter, write: setter)
        }
        return try place.proxy(make)
    }
}

extension ReactiveCompatible where Self: AnyObject {
    /// The proxy in a delegate property; see `DelegateProxyRegistry.proxy(_:of:at:)`.
    ///
    /// ```swift
    /// let proxy = try lamp.protocolProxy(LampDelegateProxy(), at: \.delegate)
    /// ```
    public func protocolProxy<Delegate, Proxy: ProtocolProxy<Delegate>>(
        _ make: @autoclosure () -> Proxy,
        at keyPath: ReferenceWritableKeyPath<Self, Delegate?>
    ) throws(DelegateProxyError) -> Proxy {
        try DelegateProxyRegistry.proxy(make(), of: self, at: keyPath)
    }

    /// The proxy in a delegate property that is set through a method.
    public func protocolProxy<Delegate, Proxy: ProtocolProxy<Delegate>>(
        _ make: @autoclosure () -> Proxy,
        named name: String = "delegate",
        setter: @escaping (Self, Delegate?) -> Void,
        getter: @escaping (Self) -> Delegate?
    ) throws(DelegateProxyError) -> Proxy {
        try DelegateProxyRegistry.proxy(make(), of: self, named: name, setter: setter, getter: getter)
    }

    /// The proxy of a family in its property: `proxy(for:)`, if the key path leads to the family's property.
    ///
    /// Where the key path leads is told by what the two properties hold, and no property is written if they differ.
    /// While they hold the same delegate, or none, only the installed proxy tells.
    ///
    /// - Throws: The errors of `proxy(for:)`; `.notInstalled`, with nothing installed, when the key path leads to
    ///   another property.
    public func protocolProxy<Proxy: DelegateProxyType>(
        _ type: Proxy.Type,
        at keyPath: ReferenceWritableKeyPath<Self, Proxy.Delegate?>
    ) throws(DelegateProxyError) -> Proxy {
        guard let object = self as? Proxy.ParentObject else {
            throw DelegateProxyError(
                .wrongProxyType,
                "\(Proxy.self) is for \(Proxy.ParentObject.self), not \(Self.self)."
            )
        }
        try Proxy.checkThread()
        if OtherProperty<Proxy>(of: object).isRead(by: { self[keyPath: keyPath] }) { throw isFor(type, not: keyPath) }
        var made: Proxy?
        let proxy = try Proxy.proxy(for: object) { made = $0 }
        if let found = self[keyPath: keyPath], ForwardChain.reaches(proxy, from: found as AnyObject) { return proxy }
        // One that was there before has its own users.
        if proxy === made { proxy.uninstall() }
        throw isFor(type, not: keyPath)
    }

    private func isFor<Proxy: DelegateProxyType>(
        _ type: Proxy.Type,
        not keyPath: ReferenceWritableKeyPath<Self, Proxy.Delegate?>
    ) -> DelegateProxyError {
        DelegateProxyError(
            .notInstalled,
            "\(Proxy.self) is for \(Self.self).\(Proxy.propertyName), which \(keyPath) is not."
        )
    }
}
