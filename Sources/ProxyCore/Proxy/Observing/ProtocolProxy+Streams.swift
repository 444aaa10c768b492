// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Reactive

extension ProtocolProxy {
    /// The calls of a requirement without a result, as what `map` makes of their arguments.
    ///
    /// While somebody is subscribed, the proxy answers the requirement itself, so `responds(to:)` is true of it; the
    /// forward delegate is called too. Elements come on the thread of the call. Completes when the proxy ends.
    public final func stream<Proxy, Arguments, Element>(
        for selector: MethodSelector<Proxy, Arguments, Void>,
        map: @escaping (Arguments) -> Element
    ) -> Observable<Element> {
        signal(for: selector) { subject, arguments in subject.onNext(map(arguments)) }
    }

    /// The arguments of the calls of a requirement without a result; see `stream(for:map:)`.
    public final func stream<Proxy, Arguments>(
        for selector: MethodSelector<Proxy, Arguments, Void>
    ) -> Observable<Arguments> {
        stream(for: selector) { $0 }
    }

    /// The calls of a requirement, as what `dispatch` sends for them; what it returns is the answer to the call.
    ///
    /// While somebody is subscribed, the proxy answers the requirement itself, so `responds(to:)` is true of it; the
    /// forward delegate is called too, for what it does. All subscribers share one answer per call. Of several signals
    /// for a requirement, each is dispatched each call, and the one subscribed to last gives the answer.
    ///
    /// - Parameters:
    ///   - selector: The requirement.
    ///   - dispatch: Called on the thread of the call, once per call; sends to the subject as much as it likes.
    /// - Returns: Sends what `dispatch` sends. Completes when the proxy ends.
    public final func signal<Proxy, Arguments, Return, Element>(
        for selector: MethodSelector<Proxy, Arguments, Return>,
        dispatch: @escaping (PublishSubject<Element>, Arguments) -> Return
    ) -> Observable<Element> {
        let ending = self.ending
        let answer = SharedHandler<Element> { [weak self] subject in
            self?.addHandler(for: selector, callsTarget: true, isAlwaysCalled: true) { dispatch(subject, $0) }
                ?? Disposables.create()
        }
        return Observable.create { observer in
            let elements = answer.subject.subscribe(observer)
            let end = ending.subscribe(onCompleted: { observer.onCompleted() })
            let use = answer.use()
            return Disposables.create(elements, end, use)
        }
    }

    /// Answers a requirement from a property: each call returns what `map` makes of its value and the arguments.
    ///
    /// - Returns: Takes the answer away. The proxy keeps the property until then.
    public final func feed<Proxy, Arguments, Return, Value>(
        property: BehaviorRelay<Value>,
        to selector: MethodSelector<Proxy, Arguments, Return>,
        map: @escaping (Value, Arguments) -> Return
    ) -> any Disposable {
        handle(selector) { map(property.value, $0) }
    }

    /// Completes when the proxy ends: for a `DelegateProxy` when it is uninstalled or its parent object dies, for any
    /// other when it is let go. Who subscribes later is told at once.
    public final var ended: Observable<Never> { ending }

    /// The delegate that gets the calls as well; held weakly.
    ///
    /// One that is this proxy, or passes calls on to it, is not taken: the old one stays, and the refusal is among the
    /// proxy's events. `setForwardDelegate(_:retain:)` tells the caller.
    public final var forwardTo: Delegate? {
        get { forwardDelegate }
        set { setForwardDelegate(newValue, retain: false) }
    }

    /// Whether the proxy stands in for a protocol: for its own, and where that inherits from others whose requirements
    /// the proxy lists, for those. False for everything else that its type conforms to.
    ///
    /// - Parameter type: The protocol as a type: `(any XMLParserDelegate).self`.
    public final func conforms<Protocol>(to type: Protocol.Type) -> Bool {
        if type == Delegate.self { return true }
        guard self is Protocol else { return false }
        let name = TypeName.ofProtocol(type)
        return Self.requirements.contains { $0.requirement.selector.protocolName == name }
    }
}
