// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0
//
// Made by proxy-gen; a change by hand is lost. To make it again:
//   swift run proxy-gen --public --into FoundationProxies --module Foundation --protocol \
//     NSKeyedUnarchiverDelegate --answer 'unarchiver(_:didDecode:)=object' --answer \
//     'unarchiver(_:cannotDecodeObjectOfClassName:originalClasses:)=nil'

public import Foundation
public import ProxyCore
public import Reactive

/// Stands in for `NSKeyedUnarchiverDelegate`: passes each call on, records it and lets it be observed.
open class NSKeyedUnarchiverDelegateProxy:
    DelegateProxy<NSKeyedUnarchiver, any NSKeyedUnarchiverDelegate>,
    DelegateProxyType,
    NSKeyedUnarchiverDelegate,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// Creates the proxy of one parent object; `proxy(for:)` installs it too.
    public convenience init(keyedUnarchiver: NSKeyedUnarchiver, recorder: Recorder = .shared) {
        self.init(parentObject: keyedUnarchiver, delegateProxy: NSKeyedUnarchiverDelegateProxy.self, recorder: recorder)
    }

    /// Registers the proxy for `NSKeyedUnarchiver` and its subclasses.
    public static func registerKnownImplementations() {
        register { NSKeyedUnarchiverDelegateProxy(keyedUnarchiver: $0) }
    }

    /// Reads the property.
    public static func currentDelegate(
        for object: NSKeyedUnarchiver
    ) -> (any NSKeyedUnarchiverDelegate)? { object.delegate }

    /// Writes the property.
    public static func setCurrentDelegate(_ delegate: (any NSKeyedUnarchiverDelegate)?, to object: NSKeyedUnarchiver) {
        object.delegate = delegate
    }

    /// All requirements.
    open override class var requirements: [AnyMethodSelector] { Selectors.all }

    /// The requirements of `NSKeyedUnarchiverDelegate`, typed.
    public enum Selectors {
        /// `unarchiver(_:cannotDecodeObjectOfClassName:originalClasses:)`
        public static let cannotDecodeObjectOfClassName = MethodSelector<
            NSKeyedUnarchiverDelegateProxy, (NSKeyedUnarchiver, String, [String]), AnyClass?
        >(
            "unarchiver(_:cannotDecodeObjectOfClassName:originalClasses:)",
            of: "NSKeyedUnarchiverDelegate",
            parameters: ["unarchiver", "name", "classNames"],
            declaration: """
                func unarchiver(_ unarchiver: NSKeyedUnarchiver, cannotDecodeObjectOfClassName name: String, \
                originalClasses classNames: [String]) -> AnyClass?
                """
        )

        /// `unarchiver(_:didDecode:)`
        public static let didDecode = MethodSelector<NSKeyedUnarchiverDelegateProxy, (NSKeyedUnarchiver, Any?), Any?>(
            "unarchiver(_:didDecode:)",
            of: "NSKeyedUnarchiverDelegate",
            parameters: ["unarchiver", "object"],
            declaration: "func unarchiver(_ unarchiver: NSKeyedUnarchiver, didDecode object: Any?) -> Any?"
        )

        /// `unarchiver(_:willReplace:with:)`
        public static let willReplace = MethodSelector<
            NSKeyedUnarchiverDelegateProxy, (NSKeyedUnarchiver, Any, Any), Void
        >(
            "unarchiver(_:willReplace:with:)",
            of: "NSKeyedUnarchiverDelegate",
            parameters: ["unarchiver", "object", "newObject"],
            declaration: """
                func unarchiver(_ unarchiver: NSKeyedUnarchiver, willReplace object: Any, with newObject: Any)
                """
        )

        /// `unarchiverWillFinish(_:)`
        public static let willFinish = MethodSelector<NSKeyedUnarchiverDelegateProxy, NSKeyedUnarchiver, Void>(
            "unarchiverWillFinish(_:)",
            of: "NSKeyedUnarchiverDelegate",
            parameter: "unarchiver",
            declaration: "func unarchiverWillFinish(_ unarchiver: NSKeyedUnarchiver)"
        )

        /// `unarchiverDidFinish(_:)`
        public static let didFinish = MethodSelector<NSKeyedUnarchiverDelegateProxy, NSKeyedUnarchiver, Void>(
            "unarchiverDidFinish(_:)",
            of: "NSKeyedUnarchiverDelegate",
            parameter: "unarchiver",
            declaration: "func unarchiverDidFinish(_ unarchiver: NSKeyedUnarchiver)"
        )

        static let all: [AnyMethodSelector] = [
            AnyMethodSelector(cannotDecodeObjectOfClassName),
            AnyMethodSelector(didDecode),
            AnyMethodSelector(willReplace),
            AnyMethodSelector(willFinish),
            AnyMethodSelector(didFinish),
        ]
    }

    /// Forwards `unarchiver(_:cannotDecodeObjectOfClassName:originalClasses:)`.
    open func unarchiver(
        _ unarchiver: NSKeyedUnarchiver,
        cannotDecodeObjectOfClassName name: String,
        originalClasses classNames: [String]
    ) -> AnyClass? {
        forward(Selectors.cannotDecodeObjectOfClassName, (unarchiver, name, classNames), default: nil) {
            $0.unarchiver(unarchiver, cannotDecodeObjectOfClassName: name, originalClasses: classNames)
        }
    }

    /// Forwards `unarchiver(_:didDecode:)`.
    open func unarchiver(_ unarchiver: NSKeyedUnarchiver, didDecode object: Any?) -> Any? {
        forward(Selectors.didDecode, (unarchiver, object), default: object) {
            $0.unarchiver(unarchiver, didDecode: object)
        }
    }

    /// Forwards `unarchiver(_:willReplace:with:)`.
    open func unarchiver(_ unarchiver: NSKeyedUnarchiver, willReplace object: Any, with newObject: Any) {
        forward(Selectors.willReplace, (unarchiver, object, newObject)) {
            $0.unarchiver(unarchiver, willReplace: object, with: newObject)
        }
    }

    /// Forwards `unarchiverWillFinish(_:)`.
    open func unarchiverWillFinish(_ unarchiver: NSKeyedUnarchiver) {
        forward(Selectors.willFinish, unarchiver) { $0.unarchiverWillFinish(unarchiver) }
    }

    /// Forwards `unarchiverDidFinish(_:)`.
    open func unarchiverDidFinish(_ unarchiver: NSKeyedUnarchiver) {
        forward(Selectors.didFinish, unarchiver) { $0.unarchiverDidFinish(unarchiver) }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.cannotDecodeObjectOfClassName)`.
    public struct Member<Arguments, Return>: Sendable {
        /// The selector that the name stands for.
        public let selector: MethodSelector<NSKeyedUnarchiverDelegateProxy, Arguments, Return>

        /// `unarchiver(_:cannotDecodeObjectOfClassName:originalClasses:)`
        public static var cannotDecodeObjectOfClassName:
            NSKeyedUnarchiverDelegateProxy.Member<(NSKeyedUnarchiver, String, [String]), AnyClass?>
        {
            .init(selector: Selectors.cannotDecodeObjectOfClassName)
        }

        /// `unarchiver(_:didDecode:)`
        public static var didDecode: NSKeyedUnarchiverDelegateProxy.Member<(NSKeyedUnarchiver, Any?), Any?> {
            .init(selector: Selectors.didDecode)
        }

        /// `unarchiver(_:willReplace:with:)`
        public static var willReplace: NSKeyedUnarchiverDelegateProxy.Member<(NSKeyedUnarchiver, Any, Any), Void> {
            .init(selector: Selectors.willReplace)
        }

        /// `unarchiverWillFinish(_:)`
        public static var willFinish: NSKeyedUnarchiverDelegateProxy.Member<NSKeyedUnarchiver, Void> {
            .init(selector: Selectors.willFinish)
        }

        /// `unarchiverDidFinish(_:)`
        public static var didFinish: NSKeyedUnarchiverDelegateProxy.Member<NSKeyedUnarchiver, Void> {
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

extension Reactive where Base: NSKeyedUnarchiver {
    /// The proxy in the property `delegate`. Installs it when there is none; the delegate that was there becomes its
    /// forward delegate.
    public var delegate: NSKeyedUnarchiverDelegateProxy {
        get throws(DelegateProxyError) { try NSKeyedUnarchiverDelegateProxy.proxy(for: base) }
    }

    /// Makes an object the forward delegate of the proxy, held weakly, until the result is disposed of.
    public func setDelegate(_ delegate: any NSKeyedUnarchiverDelegate) throws(DelegateProxyError) -> any Disposable {
        try NSKeyedUnarchiverDelegateProxy.installForwardDelegate(
            delegate,
            retainDelegate: false,
            onProxyForObject: base
        )
    }

    // Streams of the calls' arguments, after each call came back. They leave out the object itself, which
    // is known, and fail where the proxy is not its delegate and cannot be made so.

    /// `unarchiver(_:cannotDecodeObjectOfClassName:originalClasses:)`
    public var cannotDecodeObjectOfClassName: Observable<(name: String, classNames: [String])> {
        calls(NSKeyedUnarchiverDelegateProxy.Selectors.cannotDecodeObjectOfClassName).map { ($0.1, $0.2) }
    }

    /// `unarchiver(_:didDecode:)`
    public var didDecode: Observable<Any?> {
        calls(NSKeyedUnarchiverDelegateProxy.Selectors.didDecode).map { $0.1 }
    }

    /// `unarchiver(_:willReplace:with:)`
    public var willReplace: Observable<(object: Any, newObject: Any)> {
        calls(NSKeyedUnarchiverDelegateProxy.Selectors.willReplace).map { ($0.1, $0.2) }
    }

    /// `unarchiverWillFinish(_:)`
    public var willFinish: Observable<Void> {
        calls(NSKeyedUnarchiverDelegateProxy.Selectors.willFinish).map { _ in }
    }

    /// `unarchiverDidFinish(_:)`
    public var didFinish: Observable<Void> {
        calls(NSKeyedUnarchiverDelegateProxy.Selectors.didFinish).map { _ in }
    }

    private func calls<Arguments, Return>(_ selector: MethodSelector<NSKeyedUnarchiverDelegateProxy, Arguments, Return>)
        -> Observable<Arguments>
    {
        NSKeyedUnarchiverDelegateProxy.methodInvoked(selector, of: base)
    }
}
