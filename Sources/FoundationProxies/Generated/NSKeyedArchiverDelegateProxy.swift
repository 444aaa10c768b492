// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0
//
// Made by proxy-gen; a change by hand is lost. To make it again:
//   swift run proxy-gen --public --into FoundationProxies --module Foundation --protocol NSKeyedArchiverDelegate \
//     --answer 'archiver(_:willEncode:)=object'

public import Foundation
public import ProxyCore
public import Reactive

/// Stands in for `NSKeyedArchiverDelegate`: passes each call on, records it and lets it be observed.
open class NSKeyedArchiverDelegateProxy:
    DelegateProxy<NSKeyedArchiver, any NSKeyedArchiverDelegate>,
    DelegateProxyType,
    NSKeyedArchiverDelegate,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// Creates the proxy of one parent object; `proxy(for:)` installs it too.
    public convenience init(keyedArchiver: NSKeyedArchiver, recorder: Recorder = .shared) {
        self.init(parentObject: keyedArchiver, delegateProxy: NSKeyedArchiverDelegateProxy.self, recorder: recorder)
    }

    /// Registers the proxy for `NSKeyedArchiver` and its subclasses.
    public static func registerKnownImplementations() {
        register { NSKeyedArchiverDelegateProxy(keyedArchiver: $0) }
    }

    /// Reads the property.
    public static func currentDelegate(
        for object: NSKeyedArchiver
    ) -> (any NSKeyedArchiverDelegate)? { object.delegate }

    /// Writes the property.
    public static func setCurrentDelegate(_ delegate: (any NSKeyedArchiverDelegate)?, to object: NSKeyedArchiver) {
        object.delegate = delegate
    }

    /// All requirements.
    open override class var requirements: [AnyMethodSelector] { Selectors.all }

    /// The requirements of `NSKeyedArchiverDelegate`, typed.
    public enum Selectors {
        /// `archiver(_:willEncode:)`
        public static let willEncode = MethodSelector<NSKeyedArchiverDelegateProxy, (NSKeyedArchiver, Any), Any?>(
            "archiver(_:willEncode:)",
            of: "NSKeyedArchiverDelegate",
            parameters: ["archiver", "object"],
            declaration: "func archiver(_ archiver: NSKeyedArchiver, willEncode object: Any) -> Any?"
        )

        /// `archiver(_:didEncode:)`
        public static let didEncode = MethodSelector<NSKeyedArchiverDelegateProxy, (NSKeyedArchiver, Any?), Void>(
            "archiver(_:didEncode:)",
            of: "NSKeyedArchiverDelegate",
            parameters: ["archiver", "object"],
            declaration: "func archiver(_ archiver: NSKeyedArchiver, didEncode object: Any?)"
        )

        /// `archiver(_:willReplace:withObject:)`
        public static let willReplace = MethodSelector<
            NSKeyedArchiverDelegateProxy, (NSKeyedArchiver, Any?, Any?), Void
        >(
            "archiver(_:willReplace:withObject:)",
            of: "NSKeyedArchiverDelegate",
            parameters: ["archiver", "object", "newObject"],
            declaration: """
                func archiver(_ archiver: NSKeyedArchiver, willReplace object: Any?, withObject newObject: Any?)
                """
        )

        /// `archiverWillFinish(_:)`
        public static let willFinish = MethodSelector<NSKeyedArchiverDelegateProxy, NSKeyedArchiver, Void>(
            "archiverWillFinish(_:)",
            of: "NSKeyedArchiverDelegate",
            parameter: "archiver",
            declaration: "func archiverWillFinish(_ archiver: NSKeyedArchiver)"
        )

        /// `archiverDidFinish(_:)`
        public static let didFinish = MethodSelector<NSKeyedArchiverDelegateProxy, NSKeyedArchiver, Void>(
            "archiverDidFinish(_:)",
            of: "NSKeyedArchiverDelegate",
            parameter: "archiver",
            declaration: "func archiverDidFinish(_ archiver: NSKeyedArchiver)"
        )

        static let all: [AnyMethodSelector] = [
            AnyMethodSelector(willEncode),
            AnyMethodSelector(didEncode),
            AnyMethodSelector(willReplace),
            AnyMethodSelector(willFinish),
            AnyMethodSelector(didFinish),
        ]
    }

    /// Forwards `archiver(_:willEncode:)`.
    open func archiver(_ archiver: NSKeyedArchiver, willEncode object: Any) -> Any? {
        forward(Selectors.willEncode, (archiver, object), default: object) { $0.archiver(archiver, willEncode: object) }
    }

    /// Forwards `archiver(_:didEncode:)`.
    open func archiver(_ archiver: NSKeyedArchiver, didEncode object: Any?) {
        forward(Selectors.didEncode, (archiver, object)) { $0.archiver(archiver, didEncode: object) }
    }

    /// Forwards `archiver(_:willReplace:withObject:)`.
    open func archiver(_ archiver: NSKeyedArchiver, willReplace object: Any?, withObject newObject: Any?) {
        forward(Selectors.willReplace, (archiver, object, newObject)) {
            $0.archiver(archiver, willReplace: object, withObject: newObject)
        }
    }

    /// Forwards `archiverWillFinish(_:)`.
    open func archiverWillFinish(_ archiver: NSKeyedArchiver) {
        forward(Selectors.willFinish, archiver) { $0.archiverWillFinish(archiver) }
    }

    /// Forwards `archiverDidFinish(_:)`.
    open func archiverDidFinish(_ archiver: NSKeyedArchiver) {
        forward(Selectors.didFinish, archiver) { $0.archiverDidFinish(archiver) }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.willEncode)`.
    public struct Member<Arguments, Return>: Sendable {
        /// The selector that the name stands for.
        public let selector: MethodSelector<NSKeyedArchiverDelegateProxy, Arguments, Return>

        /// `archiver(_:willEncode:)`
        public static var willEncode: NSKeyedArchiverDelegateProxy.Member<(NSKeyedArchiver, Any), Any?> {
            .init(selector: Selectors.willEncode)
        }

        /// `archiver(_:didEncode:)`
        public static var didEncode: NSKeyedArchiverDelegateProxy.Member<(NSKeyedArchiver, Any?), Void> {
            .init(selector: Selectors.didEncode)
        }

        /// `archiver(_:willReplace:withObject:)`
        public static var willReplace: NSKeyedArchiverDelegateProxy.Member<(NSKeyedArchiver, Any?, Any?), Void> {
            .init(selector: Selectors.willReplace)
        }

        /// `archiverWillFinish(_:)`
        public static var willFinish: NSKeyedArchiverDelegateProxy.Member<NSKeyedArchiver, Void> {
            .init(selector: Selectors.willFinish)
        }

        /// `archiverDidFinish(_:)`
        public static var didFinish: NSKeyedArchiverDelegateProxy.Member<NSKeyedArchiver, Void> {
            .init(selector: Selectors.didFinish)
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
}

extension Reactive where Base: NSKeyedArchiver {
    /// The proxy in the property `delegate`. Installs it when there is none; the delegate that was there becomes its
    /// forward delegate.
    public var delegate: NSKeyedArchiverDelegateProxy {
        get throws(DelegateProxyError) { try NSKeyedArchiverDelegateProxy.proxy(for: base) }
    }

    /// Makes an object the forward delegate of the proxy, held weakly, until the result is disposed of.
    public func setDelegate(_ delegate: any NSKeyedArchiverDelegate) throws(DelegateProxyError) -> any Disposable {
        try NSKeyedArchiverDelegateProxy.installForwardDelegate(delegate, retainDelegate: false, onProxyForObject: base)
    }

    // Streams of the calls' arguments, after each call came back. They leave out the object itself, which
    // is known, and fail where the proxy is not its delegate and cannot be made so.

    /// `archiver(_:willEncode:)`
    public var willEncode: Observable<Any> {
        calls(NSKeyedArchiverDelegateProxy.Selectors.willEncode).map { $0.1 }
    }

    /// `archiver(_:didEncode:)`
    public var didEncode: Observable<Any?> {
        calls(NSKeyedArchiverDelegateProxy.Selectors.didEncode).map { $0.1 }
    }

    /// `archiver(_:willReplace:withObject:)`
    public var willReplace: Observable<(object: Any?, newObject: Any?)> {
        calls(NSKeyedArchiverDelegateProxy.Selectors.willReplace).map { ($0.1, $0.2) }
    }

    /// `archiverWillFinish(_:)`
    public var willFinish: Observable<Void> {
        calls(NSKeyedArchiverDelegateProxy.Selectors.willFinish).map { _ in }
    }

    /// `archiverDidFinish(_:)`
    public var didFinish: Observable<Void> {
        calls(NSKeyedArchiverDelegateProxy.Selectors.didFinish).map { _ in }
    }

    private func calls<Arguments, Return>(_ selector: MethodSelector<NSKeyedArchiverDelegateProxy, Arguments, Return>)
        -> Observable<Arguments>
    {
        NSKeyedArchiverDelegateProxy.methodInvoked(selector, of: base)
    }
}
