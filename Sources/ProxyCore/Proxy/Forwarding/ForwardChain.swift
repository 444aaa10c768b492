// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A delegate that forwards calls to another one.
///
/// Proxies follow the chain, to avoid adopting their own wrapper and forwarding in a cycle.
public protocol DelegateWrapper: AnyObject {
    /// The delegate behind this one, nil when there is none.
    var wrappedDelegate: AnyObject? { get }
}

/// Follows chains of delegates that forward to other delegates.
enum ForwardChain {
    /// Types that wrap proxies without conforming to `DelegateWrapper`: a property returned one of them after it was
    /// given the proxy.
    private static let foreignWrappers = ForkableMutex<Set<ObjectIdentifier>>([])

    /// Whether calls to `start` reach `proxy`.
    static func reaches(_ proxy: AnyObject, from start: AnyObject) -> Bool {
        var link: AnyObject? = start
        var length = 0
        while let current = link, length < 64 {
            if current === proxy { return true }
            if isForeignWrapper(current), holds(proxy, in: current) { return true }
            link = (current as? any DelegateWrapper)?.wrappedDelegate
            length += 1
        }
        return false
    }

    /// Whether `found`, read from a property that was given `proxy`, wraps the proxy. A wrapper that is not a
    /// `DelegateWrapper` is recognised by a stored property that holds the proxy.
    static func isWrapped(_ proxy: AnyObject, in found: AnyObject) -> Bool {
        if reaches(proxy, from: found) { return true }
        guard holds(proxy, in: found) else { return false }
        _ = foreignWrappers.withLock { $0.insert(ObjectIdentifier(type(of: found))) }
        return true
    }

    private static func isForeignWrapper(_ object: AnyObject) -> Bool {
        foreignWrappers.withLock { $0.contains(ObjectIdentifier(type(of: object))) }
    }

    /// Whether an object stores the proxy, in a property of its class or a superclass, or in a collection there.
    static func holds(_ proxy: AnyObject, in object: AnyObject) -> Bool {
        // The references in the object's own memory are compared and not loaded: one that is unowned may be dead.
        if !InstanceWords.places(of: ReferenceWords(of: proxy), in: object).isEmpty { return true }
        var mirror: Mirror? = Mirror(reflecting: object)
        while let current = mirror {
            if shows(proxy, current, depth: 3) { return true }
            mirror = current.superclassMirror
        }
        return false
    }

    private static func shows(_ proxy: AnyObject, _ mirror: Mirror, depth: Int) -> Bool {
        var isFound = false
        // Proxies are installed outside of calls. A wrapper may have a list of delegates that it holds weakly.
        Reflection(storedIn: mirror, loadsWeak: true).forEach(atMost: depth == 3 ? .max : 64) { child in
            isFound = contains(proxy, child().value, depth: depth)
            return !isFound
        }
        return isFound
    }

    private static func contains(_ proxy: AnyObject, _ value: Any, depth: Int) -> Bool {
        if type(of: value) is AnyClass { return value as AnyObject === proxy }
        guard depth > 0 else { return false }
        return shows(proxy, Mirror(reflecting: value), depth: depth - 1)
    }
}

extension ProtocolProxy: DelegateWrapper {
    /// The forward delegate.
    public final var wrappedDelegate: AnyObject? { forwardDelegate as AnyObject? }
}
