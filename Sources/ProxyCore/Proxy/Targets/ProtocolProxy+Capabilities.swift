// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A delegate that reports which requirements it implements.
///
/// Conforming is optional: a proxy detects the requirements that a type implements, as far as the program's code shows
/// them. Conform where detection fails or the answer differs between objects. The delegate's own answer takes
/// precedence.
public protocol DelegateCapabilities: AnyObject {
    /// Whether the delegate implements a requirement itself.
    func implements(_ selector: Selector) -> Bool
}

/// A parent object that caches the capabilities of its delegate and can be told to ask again.
///
/// Conform if the delegate property must never be nil, even briefly; see `DelegateProxyType.resetCapabilities`.
public protocol DelegateCapabilitiesObserver: AnyObject {
    /// Called without a lock, on the thread that made the change; for a proxy whose `threadRule` is `.mainActor`,
    /// asynchronously on the main actor if the change was made elsewhere.
    func delegateCapabilitiesDidChange()
}

extension ProtocolProxy {
    /// Whether a call of the requirement is answered, from the parent object's point of view.
    ///
    /// True when a handler is installed, when the forward delegate implements the requirement, or when it is optional,
    /// has no result, and has an observer. Recorders and clients do not count: they must not affect the parent object's
    /// behaviour.
    public final func responds<Proxy, Arguments, Return>(to selector: MethodSelector<Proxy, Arguments, Return>) -> Bool
    {
        responds(to: AnyMethodSelector(selector))
    }

    /// Like the form with a typed selector; false for names without a requirement.
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
            // A `DelegateCapabilities` delegate may have changed its answer since it was set.
            if (target as? any DelegateCapabilities)?.implements(requirement.selector) ?? implemented ?? true {
                return true
            }
        }
        return requirement.isOptional && !requirement.returnsValue && observers > 0
    }

    /// Requirements that have no answer without a target.
    final var unanswerableRequirements: [Selector] {
        let handled = inspect { setup in setup.hookSets.filter { $0.value.hasHandler }.keys }
        return Self.requirements.filter { $0.requirement.traits.contains(.needsAnswer) && !handled.contains($0.site) }
            .map(\.requirement.selector)
    }

    /// Refuses an observation that can never see a call.
    ///
    /// - Throws: `DelegateProxyError` with `.neverFires`.
    final func checkCanFire(_ selector: AnyMethodSelector) throws(DelegateProxyError) {
        if isBlind(to: selector.site) { throw .neverFires(selector.requirement.selector, proxy: Self.self) }
    }

    /// Adds an observation that can never see a call to the proxy's history.
    final func reportIfBlind(_ site: UnsafePointer<CallSite>) {
        guard isBlind(to: site) else { return }
        report(.neverFires, detail: site.pointee.requirement.takeUnretainedValue().selector.name)
    }

    /// Whether no parent object will call a requirement.
    ///
    /// Either the requirement belongs to another protocol; or it is optional and returns a value, so observing it does
    /// not count as implementing it, and the forward delegate reports that it does not implement it. If a delegate
    /// leaves a requirement out without reporting it, parent objects that do not ask still call it.
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
    /// Same as `responds(to:)`, so a proxy can be queried like any other delegate.
    ///
    /// A proxy type that lists no requirements counts as implementing all of them while it has a forward delegate.
    public final func implements(_ selector: Selector) -> Bool {
        guard let known = Self.requirements.first(where: { $0.requirement.selector == selector }) else {
            return Self.requirements.isEmpty && forwardDelegate != nil
        }
        return responds(to: known)
    }
}
