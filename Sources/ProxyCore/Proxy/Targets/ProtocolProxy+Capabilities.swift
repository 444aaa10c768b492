// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A delegate that says which requirements it implements.
///
/// A delegate need not: a proxy finds out by itself what a type implements, as far as that can be seen in the program's
/// code. Conform where it cannot, or where the answer is another for each object. What a delegate says here counts more
/// than what is seen.
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
        let (target, implemented, hasHandler, observers) = inspect { setup in
            let set = setup.hookSets[selector.site]
            let implemented = setup.implemented[requirement.selector]
            return (setup.target, implemented, set?.hasHandler ?? false, set?.observerCount ?? 0)
        }
        if hasHandler { return true }
        if let target = target.delegate {
            // One that says so itself may have changed its mind since it was set.
            if (target as? any DelegateCapabilities)?.implements(requirement.selector) ?? implemented ?? true {
                return true
            }
        }
        return requirement.isOptional && !requirement.returnsValue && observers > 0
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
    /// value, so that observing it does not count as implementing it, and the forward delegate says that it does not
    /// implement it. One that leaves it out without saying so is called all the same by parent objects that do not ask.
    private func isBlind(to site: UnsafePointer<CallSite>) -> Bool {
        let all = Self.requirements
        if !all.isEmpty, !all.contains(where: { $0.site == site }) { return true }
        let requirement = site.pointee.requirement.takeUnretainedValue()
        guard requirement.isOptional, requirement.returnsValue,
            let target = forwardDelegate as? any DelegateCapabilities
        else { return false }
        return !target.implements(requirement.selector) && !inspect { $0.hookSets[site]?.hasHandler ?? false }
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
