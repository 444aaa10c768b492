// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Reactive

extension ProtocolProxy {
    /// The calls of a requirement without a result, transformed by `map`.
    ///
    /// While there are subscribers, the proxy answers the requirement itself, so `responds(to:)` is true for it; the
    /// forward delegate is still called. Elements are delivered on the calling thread. Completes when the proxy ends.
    ///
    /// - Parameter map: Called on the calling thread. A closure written in an actor's code belongs to that actor, and
    ///   stops the program when a call comes from elsewhere.
    public final func stream<Proxy, Arguments, Element>(
        for selector: MethodSelector<Proxy, Arguments, Void>,
        map: @escaping @isolated(any) (Arguments) -> Element
    ) -> Observable<Element> {
        let map = ActorCheck.value(map)
        return signal(for: selector) { subject, arguments in subject.onNext(map(arguments)) }
    }

    /// The arguments of the calls of a requirement without a result; see `stream(for:map:)`.
    public final func stream<Proxy, Arguments>(
        for selector: MethodSelector<Proxy, Arguments, Void>
    ) -> Observable<Arguments> {
        stream(for: selector) { $0 }
    }

    /// The elements that `dispatch` sends for the calls of a requirement; the result of `dispatch` answers the call.
    ///
    /// While there are subscribers, the proxy answers the requirement itself, so `responds(to:)` is true for it; the
    /// forward delegate is still called for its side effects. All subscribers share one answer per call. If a
    /// requirement has several signals, each of them is dispatched on each call, and the most recently subscribed one
    /// answers.
    ///
    /// - Parameters:
    ///   - selector: The requirement.
    ///   - dispatch: Called once per call, on the calling thread; may send any number of elements to the subject. If the
    ///     last subscriber leaves during a call, it may still be called for the answer, unless the requirement has no
    ///     result, with a subject that has no subscribers; and once more if a new subscriber comes during the same call.
    ///     A closure written in an actor's code belongs to that actor, and stops the program when a call comes from
    ///     elsewhere.
    /// - Returns: The elements sent by `dispatch`. Completes when the proxy ends.
    public final func signal<Proxy, Arguments, Return, Element>(
        for selector: MethodSelector<Proxy, Arguments, Return>,
        dispatch: @escaping @isolated(any) (PublishSubject<Element>, Arguments) -> Return
    ) -> Observable<Element> {
        let dispatch = ActorCheck.pair(dispatch)
        let ending = self.ending
        let answer = SharedHandler<Element> { [weak self] installation in
            self?.addHandler(for: selector, callsTarget: true, isAlwaysCalled: true) {
                // A call that comes late needs an answer at most; a newer installation sends its elements.
                if installation.isOver, Return.self == Void.self, let nothing = () as? Return { return nothing }
                return dispatch(installation.subject, $0)
            } ?? Disposables.create()
        }
        return Observable.create { observer in
            let elements = answer.subject.subscribe(observer)
            let end = ending.subscribe(onCompleted: { observer.onCompleted() })
            let use = answer.use()
            return Disposables.create(elements, end, use)
        }
    }

    /// Answers a requirement from a property: each call returns `map` of the property's value and the arguments.
    ///
    /// - Returns: Removes the answer. The proxy keeps the property until then.
    public final func feed<Proxy, Arguments, Return, Value>(
        property: BehaviorRelay<Value>,
        to selector: MethodSelector<Proxy, Arguments, Return>,
        map: @escaping @isolated(any) (Value, Arguments) -> Return
    ) -> any Disposable {
        let map = ActorCheck.pair(map)
        return handle(selector) { map(property.value, $0) }
    }

    /// Completes when the proxy ends.
    ///
    /// A `DelegateProxy` ends when it is uninstalled or its parent object dies, any other proxy when it is released.
    /// Later subscribers receive the completion immediately.
    public final var ended: Observable<Never> { ending }

    /// The forward delegate, held weakly.
    ///
    /// A delegate that is this proxy or forwards to it is refused: the old one stays, and the refusal is added to the
    /// proxy's events. `setForwardDelegate(_:retain:)` also reports it to the caller.
    public final var forwardTo: Delegate? {
        get { forwardDelegate }
        set { setForwardDelegate(newValue, retain: false) }
    }

    /// Whether the proxy forwards a protocol: its own, or an inherited one whose requirements the proxy lists.
    ///
    /// False for any other protocol to which its type conforms.
    ///
    /// - Parameter type: The protocol as a type: `(any XMLParserDelegate).self`.
    public final func conforms<Protocol>(to type: Protocol.Type) -> Bool {
        if type == Delegate.self { return true }
        guard self is Protocol else { return false }
        let name = TypeName.ofProtocol(type)
        return Self.requirements.contains { $0.requirement.selector.protocolName == name }
    }
}
