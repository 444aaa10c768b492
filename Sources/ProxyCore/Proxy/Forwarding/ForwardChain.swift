// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A delegate that passes calls on to another one. Proxies follow it, so that they neither adopt their own wrapper nor
/// forward in a circle.
public protocol DelegateWrapper: AnyObject {
    /// The delegate behind this one, nil when there is none.
    var wrappedDelegate: AnyObject? { get }
}

/// Follows delegates that pass calls on to other delegates.
enum ForwardChain {
    /// Types that were seen to wrap a proxy although they do not say so: a property gave back one of these after it
    /// was given the proxy.
    private static let foreignWrappers = Mutex<Set<ObjectIdentifier>>([])

    /// Whether calls of `start` come to `proxy`.
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

    /// Whether a property that was given `proxy` and gives back `found` has wrapped it. Wrappers that do not say what
    /// they wrap are recognised by holding the proxy in a stored property.
    static func isWrapped(_ proxy: AnyObject, in found: AnyObject) -> Bool {
        if reaches(proxy, from: found) { return true }
        guard holds(proxy, in: found) else { return false }
        _ = foreignWrappers.withLock { $0.insert(ObjectIdentifier(type(of: found))) }
        return true
    }

    private static func isForeignWrapper(_ object: AnyObject) -> Bool {
        foreignWrappers.withLock { $0.contains(ObjectIdentifier(type(of: object))) }
    }

    /// Whether an object stores the proxy: in a property of its own or of a superclass, or in a collection there.
    static func holds(_ proxy: AnyObject, in object: AnyObject) -> Bool {
        var mirror: Mirror? = Mirror(reflecting: object)
        while let current = mirror {
            if current.children.contains(where: { contains(proxy, $0.value, depth: 3) }) { return true }
            mirror = current.superclassMirror
        }
        return false
    }

    private static func contains(_ proxy: AnyObject, _ value: Any, depth: Int) -> Bool {
        if type(of: value) is AnyClass { return value as AnyObject === proxy }
        guard depth > 0 else { return false }
        return Mirror(reflecting: value).children.prefix(64).contains { contains(proxy, $0.value, depth: depth - 1) }
    }
}

extension ProtocolProxy: DelegateWrapper {
    /// The forward delegate.
    public final var wrappedDelegate: AnyObject? { forwardDelegate as AnyObject? }
}
