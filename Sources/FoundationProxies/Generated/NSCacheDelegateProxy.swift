// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0
//
// Made by proxy-gen; a change by hand is lost. To make it again:
//   swift run proxy-gen --public --into FoundationProxies --module Foundation --protocol NSCacheDelegate

public import Foundation
public import ProxyCore
public import Reactive

/// Stands in for `NSCacheDelegate`: passes each call on, records it and lets it be observed.
open class NSCacheDelegateProxy<KeyType: AnyObject, ObjectType: AnyObject>:
    DelegateProxy<NSCache<KeyType, ObjectType>, any NSCacheDelegate>,
    DelegateProxyType,
    NSCacheDelegate,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// Creates the proxy of one parent object; `proxy(for:)` installs it too.
    public convenience init(cache: NSCache<KeyType, ObjectType>, recorder: Recorder = .shared) {
        self.init(parentObject: cache, delegateProxy: NSCacheDelegateProxy.self, recorder: recorder)
    }

    /// Registers the proxy for `NSCache<KeyType, ObjectType>` and its subclasses.
    public static func registerKnownImplementations() {
        register { NSCacheDelegateProxy(cache: $0) }
    }

    /// Reads the property.
    public static func currentDelegate(
        for object: NSCache<KeyType, ObjectType>
    ) -> (any NSCacheDelegate)? { object.delegate }

    /// Writes the property.
    public static func setCurrentDelegate(_ delegate: (any NSCacheDelegate)?, to object: NSCache<KeyType, ObjectType>) {
        object.delegate = delegate
    }

    /// All requirements.
    open override class var requirements: [AnyMethodSelector] { NSCacheDelegateProxySelectors.all }

    /// Forwards `cache(_:willEvictObject:)`.
    open func cache(_ cache: NSCache<AnyObject, AnyObject>, willEvictObject obj: Any) {
        forward(NSCacheDelegateProxySelectors.willEvictObject, (cache, obj)) { $0.cache(cache, willEvictObject: obj) }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.willEvictObject)`.
    public struct Member<Arguments, Return>: Sendable {
        /// The selector that the name stands for.
        public let selector: MethodSelector<Never, Arguments, Return>

        /// `cache(_:willEvictObject:)`
        public static var willEvictObject: NSCacheDelegateProxy.Member<(NSCache<AnyObject, AnyObject>, Any), Void> {
            .init(selector: NSCacheDelegateProxySelectors.willEvictObject)
        }
    }

    /// The arguments of each call, before it is passed on.
    public final func sentMessage<Arguments, Return>(_ member: Member<Arguments, Return>) -> Observable<Arguments> {
        sentMessage(member.selector)
    }

    /// The arguments of each call, after it came back.
    public final func methodInvoked<Arguments, Return>(_ member: Member<Arguments, Return>) -> Observable<Arguments> {
        methodInvoked(member.selector)
    }

    /// Arguments and result of each call that returned.
    public final func returned<Arguments, Return>(_ member: Member<Arguments, Return>) -> Observable<
        (Arguments, Return)
    > {
        returned(member.selector)
    }

    /// Lets a closure answer a requirement in place of the forward delegate.
    public final func handle<Arguments, Return>(
        _ member: Member<Arguments, Return>,
        with handler: @escaping (Arguments) throws -> Return
    ) -> any Disposable {
        handle(member.selector, with: handler)
    }

    /// Whether a call of the requirement is answered.
    public final func responds<Arguments, Return>(to member: Member<Arguments, Return>) -> Bool {
        responds(to: member.selector)
    }

    /// Whether the other one is this very proxy.
    open func isEqual(_ object: Any?) -> Bool { object as AnyObject? === self }

    /// The hash of the proxy's identity.
    open var hash: Int { ObjectIdentifier(self).hashValue }

    /// The proxy.
    open func `self`() -> Self { self }

    /// False: the delegate's calls are all that it stands in for.
    open func isProxy() -> Bool { false }

    /// The name of the type.
    open var description: String { String(describing: Self.self) }
}

/// The requirements of `NSCacheDelegate`; what depends on its types is known as `Any`.
public enum NSCacheDelegateProxySelectors {
    /// `cache(_:willEvictObject:)`
    public static let willEvictObject = MethodSelector<Never, (NSCache<AnyObject, AnyObject>, Any), Void>(
        "cache(_:willEvictObject:)",
        of: "NSCacheDelegate",
        parameters: ["cache", "obj"],
        declaration: "func cache(_ cache: NSCache<AnyObject, AnyObject>, willEvictObject obj: Any)"
    )

    static let all: [AnyMethodSelector] = [
        AnyMethodSelector(willEvictObject)
    ]
}

extension Reactive {
    /// The proxy in the property `delegate`. Installs it when there is none; the delegate that was there becomes its
    /// forward delegate.
    public func delegateProxy<KeyType: AnyObject, ObjectType: AnyObject>()
        throws(DelegateProxyError) -> NSCacheDelegateProxy<KeyType, ObjectType>
    where Base == NSCache<KeyType, ObjectType> {
        try NSCacheDelegateProxy<KeyType, ObjectType>.proxy(for: base)
    }

    /// Makes an object the forward delegate of the proxy, held weakly, until the result is disposed of.
    public func setDelegate<KeyType: AnyObject, ObjectType: AnyObject>(_ delegate: any NSCacheDelegate)
        throws(DelegateProxyError) -> any Disposable
    where Base == NSCache<KeyType, ObjectType> {
        try NSCacheDelegateProxy<KeyType, ObjectType>.installForwardDelegate(
            delegate,
            retainDelegate: false,
            onProxyForObject: base
        )
    }

    // Streams of the calls' arguments, after each call came back. They leave out the object itself, which
    // is known, and fail where the proxy is not its delegate and cannot be made so.

    /// `cache(_:willEvictObject:)`
    public func willEvictObject<KeyType: AnyObject, ObjectType: AnyObject>()
        -> Observable<Any>
    where Base == NSCache<KeyType, ObjectType> {
        calls(NSCacheDelegateProxySelectors.willEvictObject).map { $0.1 }
    }

    private func calls<KeyType: AnyObject, ObjectType: AnyObject, Arguments, Return>(
        _ selector: MethodSelector<Never, Arguments, Return>
    ) -> Observable<Arguments>
    where Base == NSCache<KeyType, ObjectType> {
        NSCacheDelegateProxy<KeyType, ObjectType>.methodInvoked(selector, of: base)
    }
}
