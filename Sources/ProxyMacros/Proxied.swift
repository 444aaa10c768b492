// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A macro's declaration names its plugin, so ProxyAnnotations has the same annotations once more. They take the same
// arguments with the same meaning: what changes here changes there.

/// Makes the proxy of a protocol: a class `<Protocol>Proxy` that passes each call on to a forward delegate, records it
/// and lets it be observed.
///
/// ```swift
/// @Proxied protocol UploaderDelegate: AnyObject {
///     func uploader(_ uploader: Uploader, didSend bytes: Int)
///     @Default(true) func uploader(_ uploader: Uploader, shouldRetryAfter error: any Error) -> Bool
/// }
/// ```
///
/// The file has to import ProxyCore. A protocol that inherits from another one says which proxy forwards what it
/// inherits: `@Proxied(inheriting: "PProxy")`. What cannot be forwarded, such as a `static` requirement, is an error at the
/// word that says so; nothing is left out.
///
/// Optimised builds cannot see what a macro makes and would call past the proxy of an internal protocol, so it is an error
/// where `DEBUG` is not set: make the protocol `package` or `public`, or use ProxyAnnotations and the build plugin
/// `MakeProxies`, which take the same annotations.
@attached(peer, names: suffixed(Proxy), suffixed(ProxySelectors))
@attached(extension, names: arbitrary)
public macro Proxied() = #externalMacro(module: "ProxyMacrosPlugin", type: "ProxiedMacro")

/// Makes the proxy of a protocol, to be installed in the delegate property of a parent object:
/// `try UploaderDelegateProxy.proxy(for: uploader)`.
///
/// - Parameters:
///   - parent: The class with the property: `Uploader.self`.
///   - property: The property, settable and optional. Default `delegate`.
///   - actor: `MainActor.self` where the property belongs to the main actor and the protocol does not. Of a protocol
///     that is `@MainActor` it is known. The proxy is to be used on the main actor then.
@attached(peer, names: suffixed(Proxy), suffixed(ProxySelectors))
@attached(extension, names: arbitrary)
public macro Proxied(
    parent: AnyObject.Type,
    property: String = "delegate",
    actor: (any GlobalActor.Type)? = nil
) = #externalMacro(module: "ProxyMacrosPlugin", type: "ProxiedMacro")

/// Makes the proxy of a protocol that inherits from others.
///
/// - Parameter proxy: Name of the class that forwards everything that the protocol inherits: `"BaseProxy"`. It becomes
///   the superclass. Not a type: the argument of a macro cannot name what another macro makes. Nil where there is
///   nothing to inherit, or where the protocol declares all of it again.
@attached(peer, names: suffixed(Proxy), suffixed(ProxySelectors))
@attached(extension, names: arbitrary)
public macro Proxied(inheriting proxy: String?) =
    #externalMacro(module: "ProxyMacrosPlugin", type: "ProxiedMacro")

/// Makes the proxy of a protocol that inherits from others, to be installed in the delegate property of a parent object.
///
/// - Parameters:
///   - parent: The class with the property. Where the inherited proxy has a parent object too, a subclass of that one's,
///     which shares its property; the inherited proxy needs one.
///   - property: The property, settable and optional. Default `delegate`.
///   - actor: `MainActor.self` where the property belongs to the main actor and the protocol does not.
///   - proxy: Name of the class that forwards everything that the protocol inherits, or nil.
@attached(peer, names: suffixed(Proxy), suffixed(ProxySelectors))
@attached(extension, names: arbitrary)
public macro Proxied(
    parent: AnyObject.Type,
    property: String = "delegate",
    actor: (any GlobalActor.Type)? = nil,
    inheriting proxy: String?
) = #externalMacro(module: "ProxyMacrosPlugin", type: "ProxiedMacro")

/// Lets delegates leave a requirement of a `@Proxied` protocol out.
///
/// One that returns nothing does nothing then; one with a result needs its answer declared too, by `@Default`. As for
/// any optional requirement, a proxy responds to it when its target does, or when somebody observes it.
@attached(peer)
public macro Optional() = #externalMacro(module: "ProxyMacrosPlugin", type: "OptionalMacro")

/// Declares what a proxy answers for a requirement with a result, where it has neither a handler nor a delegate.
///
/// - Parameter answer: An expression of the result's type; evaluated for each such call. Give a type to what has none by
///   itself: `@Default([] as [String])`, `@Default(Policy.allow)`.
@attached(peer)
public macro Default(_ answer: Any?) = #externalMacro(module: "ProxyMacrosPlugin", type: "DefaultMacro")
