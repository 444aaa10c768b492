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
        let (target, set) = inspect { ($0.target.delegate, $0.hookSets[selector.site]) }
        let (hasHandler, observers) = inspect { _ in (set?.hasHandler ?? false, set?.observerCount ?? 0) }
        if hasHandler { return true }
        if let target, Self.implements(target, requirement.selector) { return true }
        return requirement.isOptional && !requirement.returnsValue && observers > 0
    }

    private static func implements(_ target: Delegate, _ selector: Selector) -> Bool {
        if let proxy = target as? any CapabilityAnswering { return proxy.answers(selector) }
        return (target as? any DelegateCapabilities)?.implements(selector) ?? true
    }

    /// Refuses observation that cannot ever see a call.
    ///
    /// - Throws: `DelegateProxyError` with `.neverFires`: a handler answers the requirement and hides it from the
    ///   forward delegate, or nothing will make the parent object call it.
    final func checkCanFire(_ requirement: Requirement) throws(DelegateProxyError) {
        guard requirement.isOptional, requirement.returnsValue else { return }
        if let target = forwardDelegate, !Self.implements(target, requirement.selector) {
            throw .neverFires(requirement.selector, proxy: Self.self)
        }
    }
}

/// A proxy that stands as the target of another one.
private protocol CapabilityAnswering {
    func answers(_ selector: Selector) -> Bool
}

extension ProtocolProxy: CapabilityAnswering {
    fileprivate func answers(_ selector: Selector) -> Bool { responds(to: selector.name) }
}
