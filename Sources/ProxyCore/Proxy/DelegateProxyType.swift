// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A proxy for the delegate property of a parent object.
///
/// A conforming type is a subclass of `DelegateProxy`, conforms to the delegate protocol, and reads and writes the
/// property. If the parent object conforms to `HasDelegate`, the accessors are provided.
///
/// - Invariant: Callable from any thread if the parent object's property is. Runs no user code while locked.
public protocol DelegateProxyType: AnyObject {
    /// The type that declares the property.
    associatedtype ParentObject: AnyObject
    /// The type of the property, without its optionality.
    associatedtype Delegate

    /// Registers the proxies of this family: `register { ThisProxy(parentObject: $0) }`, and those of subclasses of the
    /// parent object.
    ///
    /// Called once, before the first proxy of the family is made.
    static func registerKnownImplementations()

    /// Identifies the family: the type that declares the property, the type of the delegate, and the property.
    static var identifier: DelegateProxyIdentifier { get }

    /// Name of the property. Override it when a type has two properties of the same delegate type.
    static var propertyName: String { get }

    /// The thread that the proxies of this family belong to.
    static var threadRule: DelegateThreadRule { get }

    /// Reads the property.
    static func currentDelegate(for object: ParentObject) -> Delegate?

    /// Writes the property.
    static func setCurrentDelegate(_ delegate: Delegate?, to object: ParentObject)

    /// Called when a parent object that caches answers of `responds(to:)` should ask again.
    ///
    /// The default notifies a parent object that conforms to `DelegateCapabilitiesObserver`. For any other parent
    /// object it writes nil and then the proxy to the property; a call on another thread in between finds no delegate.
    static func resetCapabilities(of object: ParentObject, proxy: Self)

    /// The user's delegate behind the proxy.
    func forwardToDelegate() -> Delegate?

    /// Replaces the user's delegate behind the proxy.
    ///
    /// - Throws: `DelegateProxyError` with `.cycle` or `.targetMayDie`.
    func setForwardToDelegate(_ forwardToDelegate: Delegate?, retainDelegate: Bool) throws(DelegateProxyError)
}

/// Identifies a family of proxies.
public struct DelegateProxyIdentifier: Hashable, Sendable {
    private let parentObject: ObjectIdentifier
    private let delegate: ObjectIdentifier
    private let property: String

    /// Identifies the family for one property of a type and its subclasses.
    public init(parentObject: Any.Type, delegate: Any.Type, property: String) {
        self.parentObject = ObjectIdentifier(parentObject)
        self.delegate = ObjectIdentifier(delegate)
        self.property = property
    }
}

/// The threads on which a family of proxies may be used.
public enum DelegateThreadRule: Sendable {
    /// Any thread.
    case any
    /// The thread on which the process started.
    case main
    /// The main actor, on any thread: on Linux, a program with an asynchronous `main` changes threads.
    case mainActor
}

extension DelegateProxyType {
    /// The type that declares the property, the type of the delegate, and the name of the property.
    public static var identifier: DelegateProxyIdentifier {
        DelegateProxyIdentifier(parentObject: ParentObject.self, delegate: Delegate.self, property: propertyName)
    }

    /// `delegate`.
    public static var propertyName: String { "delegate" }

    /// `.any`.
    public static var threadRule: DelegateThreadRule { .any }

    /// If the proxy is in the property, notifies the parent object, or writes nil and then the proxy to the property.
    public static func resetCapabilities(of object: ParentObject, proxy: Self) {
        guard let current = currentDelegate(for: object), (current as AnyObject) === proxy else { return }
        if let observer = object as? any DelegateCapabilitiesObserver {
            observer.delegateCapabilitiesDidChange()
            return
        }
        setCurrentDelegate(nil, to: object)
        setCurrentDelegate(current, to: object)
    }

    /// Registers a maker of proxies for one type of parent object and its subclasses.
    ///
    /// A later registration applies to proxies made after it. A second registration for the same type makes
    /// `proxy(for:)` throw `.duplicateFactory`.
    public static func register<Parent: AnyObject>(make: @escaping (Parent) -> Self) {
        DelegateProxyFactory.shared(for: Self.self).register(Parent.self) { make($0) }
    }

    /// Makes a proxy for a parent object without installing it.
    ///
    /// - Throws: `DelegateProxyError` with `.noFactory`, `.duplicateFactory`, `.wrongProxyType` or
    ///   `.hiddenFromOptimizer`.
    public static func createProxy(for object: AnyObject) throws(DelegateProxyError) -> Self {
        if let proxy = Self.self as? ProtocolProxy<Delegate>.Type, HiddenProxies.mayBeBypassed(proxy) {
            throw .hiddenFromOptimizer(Self.self, delegate: Delegate.self)
        }
        let made = try DelegateProxyFactory.shared(for: Self.self).make(for: object)
        guard let proxy = made as? Self else {
            throw DelegateProxyError(
                .wrongProxyType,
                "The proxy registered for \(type(of: object)) is a \(type(of: made)), not a \(Self.self). "
                    + "Register a \(Self.self) or a subclass of it, or ask for \(type(of: made))."
            )
        }
        return proxy
    }
}
