// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0
//
// Made by proxy-gen; a change by hand is lost. To make it again:
//   swift run proxy-gen --public --into FoundationProxies --module Foundation --protocol StreamDelegate \
//     --empty-defaults

public import Foundation
public import ProxyCore
public import Reactive

/// Stands in for `StreamDelegate`: passes each call on, records it and lets it be observed.
open class StreamDelegateProxy:
    DelegateProxy<Stream, any StreamDelegate>,
    DelegateProxyType,
    StreamDelegate,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// Creates the proxy of one parent object; `proxy(for:)` installs it too.
    public convenience init(stream: Stream, recorder: Recorder = .shared) {
        self.init(parentObject: stream, delegateProxy: StreamDelegateProxy.self, recorder: recorder)
    }

    /// Registers the proxy for `Stream` and its subclasses.
    public static func registerKnownImplementations() {
        register { StreamDelegateProxy(stream: $0) }
    }

    /// Reads the property.
    public static func currentDelegate(for object: Stream) -> (any StreamDelegate)? { object.delegate }

    /// Writes the property.
    public static func setCurrentDelegate(_ delegate: (any StreamDelegate)?, to object: Stream) {
        object.delegate = delegate
    }

    /// All requirements.
    open override class var requirements: [AnyMethodSelector] { Selectors.all }

    /// The requirements of `StreamDelegate`, typed.
    public enum Selectors {
        /// `stream(_:handle:)`
        public static let handle = MethodSelector<StreamDelegateProxy, (Stream, Stream.Event), Void>(
            "stream(_:handle:)",
            of: "StreamDelegate",
            parameters: ["aStream", "eventCode"],
            traits: .optional,
            declaration: "func stream(_ aStream: Stream, handle eventCode: Stream.Event)"
        )

        static let all: [AnyMethodSelector] = [
            AnyMethodSelector(handle)
        ]
    }

    /// Forwards `stream(_:handle:)`.
    open func stream(_ aStream: Stream, handle eventCode: Stream.Event) {
        forward(Selectors.handle, (aStream, eventCode)) { $0.stream(aStream, handle: eventCode) }
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.handle)`.
    public struct Member<Arguments, Return>: Sendable {
        /// The selector that the name stands for.
        public let selector: MethodSelector<StreamDelegateProxy, Arguments, Return>

        /// `stream(_:handle:)`
        public static var handle: StreamDelegateProxy.Member<(Stream, Stream.Event), Void> {
            .init(selector: Selectors.handle)
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

extension Reactive where Base: Stream {
    /// The proxy in the property `delegate`. Installs it when there is none; the delegate that was there becomes its
    /// forward delegate.
    public var delegate: StreamDelegateProxy {
        get throws(DelegateProxyError) { try StreamDelegateProxy.proxy(for: base) }
    }

    /// Makes an object the forward delegate of the proxy, held weakly, until the result is disposed of.
    public func setDelegate(_ delegate: any StreamDelegate) throws(DelegateProxyError) -> any Disposable {
        try StreamDelegateProxy.installForwardDelegate(delegate, retainDelegate: false, onProxyForObject: base)
    }

    // Streams of the calls' arguments, after each call came back. They leave out the object itself, which
    // is known, and fail where the proxy is not its delegate and cannot be made so.

    /// `stream(_:handle:)`
    public var handle: Observable<Stream.Event> {
        calls(StreamDelegateProxy.Selectors.handle).map { $0.1 }
    }

    private func calls<Arguments, Return>(_ selector: MethodSelector<StreamDelegateProxy, Arguments, Return>)
        -> Observable<Arguments>
    {
        StreamDelegateProxy.methodInvoked(selector, of: base)
    }
}
