// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0
//
// Made by proxy-gen; a change by hand is lost. To make it again:
//   swift run proxy-gen --public --into FoundationProxies --module Foundation --protocol PortDelegate

public import Foundation
public import ProxyCore
public import Reactive

/// Stands in for `PortDelegate`: passes each call on, records it and lets it be observed.
open class PortDelegateProxy: ProtocolProxy<any PortDelegate>, PortDelegate, @unchecked Sendable {
    // Sendable: as its superclass; it adds no state.

    /// All requirements.
    open override class var requirements: [AnyMethodSelector] { Selectors.all }

    /// The requirements of `PortDelegate`, typed.
    public enum Selectors {
        /// `handle(_:)`
        public static let handle = MethodSelector<PortDelegateProxy, PortMessage, Void>(
            "handle(_:)",
            of: "PortDelegate",
            parameter: "message",
            declaration: "func handle(_ message: PortMessage)"
        )

        static let all: [AnyMethodSelector] = [
            AnyMethodSelector(handle)
        ]
    }

    /// Forwards `handle(_:)`.
    open func handle(_ message: PortMessage) {
        forward(Selectors.handle, message) { $0.handle(message) }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.handle)`.
    public struct Member<Arguments, Return>: Sendable {
        /// The selector that the name stands for.
        public let selector: MethodSelector<PortDelegateProxy, Arguments, Return>

        /// `handle(_:)`
        public static var handle: PortDelegateProxy.Member<PortMessage, Void> { .init(selector: Selectors.handle) }
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
