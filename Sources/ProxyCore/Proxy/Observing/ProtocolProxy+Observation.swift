// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Reactive

extension ProtocolProxy {
    // MARK: Typed

    /// The arguments of each call of a requirement, before it is forwarded.
    ///
    /// Hot: earlier calls are not repeated. Elements are delivered on the calling thread, inside the call. Observers
    /// run in the order of subscription; a subscription made during a call begins with the next one. Completes when the
    /// proxy ends, and for a `DelegateProxy` when it is uninstalled or its parent object dies.
    public final func sentMessage<Proxy, Arguments, Return>(
        _ selector: MethodSelector<Proxy, Arguments, Return>
    ) -> Observable<Arguments> {
        observe(selector.site, .sent) { ($0 as! TypedHookSet<Arguments, Return>).sent }
    }

    /// Like `sentMessage(_:)`, after the call returned or threw.
    public final func methodInvoked<Proxy, Arguments, Return>(
        _ selector: MethodSelector<Proxy, Arguments, Return>
    ) -> Observable<Arguments> {
        observe(selector.site, .invoked) { ($0 as! TypedHookSet<Arguments, Return>).invoked }
    }

    /// Arguments and result of each call that returned.
    public final func returned<Proxy, Arguments, Return>(
        _ selector: MethodSelector<Proxy, Arguments, Return>
    ) -> Observable<(Arguments, Return)> {
        observe(selector.site, .returned) { ($0 as! TypedHookSet<Arguments, Return>).returned }
    }

    // MARK: By name

    /// The arguments of each call of the named requirement, before it is forwarded.
    ///
    /// - Parameter name: A full name such as `parser(_:foundCharacters:)`, or a base name that only one requirement
    ///   has.
    /// - Throws: `DelegateProxyError` with `.unknownSelector` or `.ambiguousSelector`, which name the candidates, or
    ///   `.neverFires`.
    public final func sentMessage(_ name: String) throws(DelegateProxyError) -> Observable<[Any]> {
        try observe(named: name, .sent)
    }

    /// Like `sentMessage(_:)`, after the call returned or threw.
    public final func methodInvoked(_ name: String) throws(DelegateProxyError) -> Observable<[Any]> {
        try observe(named: name, .invoked)
    }

    /// Like `methodInvoked(_:)`, for calls that returned, with the result as the last element.
    public final func returned(_ name: String) throws(DelegateProxyError) -> Observable<[Any]> {
        try observe(named: name, .returned)
    }

    private func observe(named name: String, _ phase: ObservationPhase) throws(DelegateProxyError) -> Observable<[Any]>
    {
        let found = try Self.requirement(named: name)
        try checkCanFire(found)
        return observe(found.site, phase) { $0.untyped(phase) }
    }

    /// The requirement with a given name.
    ///
    /// - Throws: `DelegateProxyError` with `.unknownSelector` or `.ambiguousSelector`.
    public static func requirement(named name: String) throws(DelegateProxyError) -> AnyMethodSelector {
        let all = requirements
        if let exact = all.first(where: { $0.requirement.selector.name == name }) { return exact }
        let sameBase = all.filter { $0.requirement.selector.baseName == name }
        if let only = sameBase.first, sameBase.count == 1 { return only }
        if sameBase.isEmpty {
            throw .unknownSelector(name, proxy: Self.self, candidates: all.map(\.requirement.selector.name))
        }
        throw .ambiguousSelector(name, proxy: Self.self, candidates: sameBase.map(\.requirement.selector.name))
    }

    // MARK: Subscribing

    private func observe<Element>(
        _ site: UnsafePointer<CallSite>,
        _ phase: ObservationPhase,
        _ stream: @escaping (HookSet) -> Observable<Element>
    ) -> Observable<Element> {
        let set = inspect { $0.hookSet(for: site) }
        return Observable.create { [weak self] observer in
            let subscription = Self.next(stream(set), phase).subscribe(observer)
            self?.reportIfBlind(site)
            self?.observersDidChange(set, phase, by: 1)
            return Disposables.create { [weak self] in
                subscription.dispose()
                self?.observersDidChange(set, phase, by: -1)
            }
        }
    }

    /// The stream for a new subscriber. A subscriber inside a call does not see the end of that call.
    private static func next<Element>(_ stream: Observable<Element>, _ phase: ObservationPhase) -> Observable<Element> {
        guard phase != .sent, let subscription = SubscriptionClock.subscribe() else { return stream }
        return stream.filter { _ in SubscriptionClock.isLater(than: subscription) }
    }

    private func observersDidChange(_ set: HookSet, _ phase: ObservationPhase, by difference: Int) {
        var isTurn = false
        change { _ in
            set.observers[phase.rawValue] += difference
            let count = set.observers[phase.rawValue]
            isTurn = (count == 1 && difference > 0) || count == 0
        }
        if isTurn { capabilitiesDidChange() }
    }
}
