// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Lets the default body of a requirement report that it ran.
///
/// A protocol extension can provide a default body for a requirement. From outside, a proxy cannot tell whether that
/// body or the delegate's own ran; a body that calls `reached` reports it. The bodies that `@Proxied` generates do:
///
/// ```swift
/// extension DownloaderDelegate {
///     func downloaderDidFinish(_ downloader: Downloader) {
///         DefaultBody.reached("downloaderDidFinish(_:)", of: "DownloaderDelegate", by: self)
///     }
/// }
/// ```
public enum DefaultBody {
    /// Reports that the default body of a requirement runs. Call it last, or in a `defer`.
    ///
    /// - Parameters:
    ///   - name: The requirement's name, as in its selector.
    ///   - protocolName: The protocol's name, as in the selector.
    ///   - delegate: `self` of the body.
    /// - Complexity: O(1); takes no lock. Callable from any thread, and outside of forwarded calls.
    @inline(never)
    public static func reached<Delegate>(
        _ name: StaticString,
        of protocolName: StaticString,
        by delegate: Delegate
    ) {
        let context = ThreadContext.current
        context.pointee.reachedBody = ReachedBody(
            type: UInt(bitPattern: ObjectIdentifier(type(of: delegate) as Any.Type)),
            name: .text(name, protocolName)
        )
        context.pointee.hasReachedBody = true
    }

    /// Like `reached`, for an async body, which may run on another thread than its caller.
    ///
    /// - Complexity: Takes a lock, as do calls of async requirements with such a body when they end.
    @inline(never)
    public static func reachedAsync<Delegate>(
        _ name: StaticString,
        of protocolName: StaticString,
        by delegate: Delegate
    ) {
        let type = UInt(bitPattern: ObjectIdentifier(type(of: delegate) as Any.Type))
        let selector = Selector(protocolName: protocolName.description, name: name.description)
        asyncBodies.withLock { _ = $0[type, default: []].insert(selector) }
    }

    /// The async requirements that each type is known to leave out. A type cannot implement them later.
    private static let asyncBodies = ForkableMutex<[UInt: Set<Selector>]>([:])

    static func isKnownAsync(_ selector: Selector, type: UInt) -> Bool {
        asyncBodies.withLock { $0[type]?.contains(selector) ?? false }
    }

    /// Whether a symbol names one of the functions above.
    static func isSymbol(_ name: String) -> Bool { name.hasPrefix("$s9ProxyCore11DefaultBodyO7reached") }
}
