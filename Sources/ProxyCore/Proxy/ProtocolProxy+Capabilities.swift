// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A delegate that says which requirements it implements.
///
/// Swift cannot tell an implementation from the default in a protocol extension, so a delegate that does not conform
/// is taken to implement everything.
public protocol DelegateCapabilities: AnyObject {
    /// Whether the delegate implements a requirement itself.
    func implements(_ selector: Selector) -> Bool
}

/// A parent object that remembers what its delegate responds to, and can be told to ask again.
///
/// Conform where the delegate property must not be nil for a moment; see `DelegateProxyType.resetCapabilities`.
public protocol DelegateCapabilitiesObserver: AnyObject {
    /// Called on the thread of the change, without a lock.
    func delegateCapabilitiesDidChange()
}

extension ProtocolProxy {
    /// Whether a call of the requirement is answered, as a parent object should take it.
    ///
    /// True when a handler is installed, when the forward delegate implements it, or when it is optional, has no
    /// result, and somebody observes it. Recorders and clients do not count: they must not change what a parent object
    /// does.
    public final func responds<Proxy, Arguments, Return>(to selector: MethodSelector<Proxy, Arguments, Return>) -> Bool
    {
        responds(to: AnyMethodSelector(selector))
    }

    /// As for a typed selector; false for names that no requirement has.
    public final func responds(to name: String) -> Bool {
        guard let found = try? Self.requirement(named: name) else { return false }
        return responds(to: found)
    }

    final func responds(to selector: AnyMethodSelector) -> Bool {
        let requirement = selector.requirement
        let (target, hasHandler, observers) = inspect { setup in
            let set = setup.hookSets[selector.site]
            return (setup.target, set?.hasHandler ?? false, set?.observerCount ?? 0)
        }
        if hasHandler { return true }
        if let target = target.delegate, Self.implements(target, requirement.selector) { return true }
        return requirement.isOptional && !requirement.returnsValue && observers > 0
    }

    private static func implements(_ target: Delegate, _ selector: Selector) -> Bool {
        return (target as? any DelegateCapabilities)?.implements(selector) ?? true
    }

    /// Refuses observation that cannot ever see a call.
    ///
    /// - Throws: `DelegateProxyError` with `.neverFires`.
    final func checkCanFire(_ selector: AnyMethodSelector) throws(DelegateProxyError) {
        if isBlind(to: selector.site) { throw .neverFires(selector.requirement.selector, proxy: Self.self) }
    }

    /// Puts observation that cannot ever see a call into the history of the proxy.
    final func reportIfBlind(_ site: UnsafePointer<CallSite>) {
        guard isBlind(to: site) else { return }
        report(.neverFires, detail: site.pointee.requirement.takeUnretainedValue().selector.name)
    }

    /// Whether no parent object will call a requirement: it is of another protocol, or it is optional and returns a
    /// value, so that observing it does not count as implementing it, and the forward delegate does not implement it.
    private func isBlind(to site: UnsafePointer<CallSite>) -> Bool {
        let all = Self.requirements
        if !all.isEmpty, !all.contains(where: { $0.site == site }) { return true }
        let requirement = site.pointee.requirement.takeUnretainedValue()
        guard requirement.isOptional, requirement.returnsValue, let target = forwardDelegate else { return false }
        return !Self.implements(target, requirement.selector) && !inspect { $0.hookSets[site]?.hasHandler ?? false }
    }
}

extension ProtocolProxy: DelegateCapabilities {
    /// As `responds(to:)`, so that parent objects and other proxies can ask a proxy as they ask any delegate. A proxy
    /// type that does not list its requirements is taken to have every one, as long as it has a forward delegate.
    public final func implements(_ selector: Selector) -> Bool {
        guard let known = Self.requirements.first(where: { $0.requirement.selector == selector }) else {
            return Self.requirements.isEmpty && forwardDelegate != nil
        }
        return responds(to: known)
    }
}
