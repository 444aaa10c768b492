// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Lets the default body of a requirement say that it was reached.
///
/// A protocol's extension can give a requirement a body for delegates that leave it out. A proxy cannot see from
/// outside whether such a body ran or the delegate's own; a body that calls `reached` tells it. The bodies that
/// `@Proxied` writes do:
///
/// ```swift
/// extension DownloaderDelegate {
///     func downloaderDidFinish(_ downloader: Downloader) {
///         DefaultBody.reached("downloaderDidFinish(_:)", of: "DownloaderDelegate", by: self)
///     }
/// }
/// ```
public enum DefaultBody {
    /// Says that the default body of a requirement runs. Call it last, or in a `defer`.
    ///
    /// - Parameters:
    ///   - name: The requirement, as its selector names it.
    ///   - protocolName: The protocol, as the selector names it.
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

    /// As `reached`, in an async body, which can run on another thread than the call came on.
    ///
    /// - Complexity: Takes a lock, as calls of async requirements whose bodies call this do when they end.
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

    /// The async requirements that types have been seen to leave out. A type cannot implement them later.
    private static let asyncBodies = Mutex<[UInt: Set<Selector>]>([:])

    static func isKnownAsync(_ selector: Selector, type: UInt) -> Bool {
        asyncBodies.withLock { $0[type]?.contains(selector) ?? false }
    }

    /// Whether a symbol is that of one of the functions above.
    static func isSymbol(_ name: String) -> Bool { name.hasPrefix("$s9ProxyCore11DefaultBodyO7reached") }
}
