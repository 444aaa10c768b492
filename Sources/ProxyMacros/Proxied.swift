// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The declaration of a macro names its plugin, so ProxyAnnotations has the same annotations again, with the same
// arguments and meaning: keep both in step.

/// Generates the proxy of a protocol: a class `<Protocol>Proxy` that passes calls on to a forward delegate, records
/// them, and makes them observable.
///
/// ```swift
/// @Proxied protocol UploaderDelegate: AnyObject {
///     func uploader(_ uploader: Uploader, didSend bytes: Int)
///     @Default(true) func uploader(_ uploader: Uploader, shouldRetryAfter error: any Error) -> Bool
/// }
/// ```
///
/// The file must import ProxyCore. A protocol with inherited requirements names the proxy that forwards them:
/// `@Proxied(inheriting: "PProxy")`. Unsupported requirements, such as `static` ones, are errors at their location;
/// nothing is omitted.
///
/// Optimised builds don't see macro expansions and would bypass the proxy of an internal protocol, which is therefore
/// an error unless `DEBUG` is set. Make the protocol `package` or `public`, or use ProxyAnnotations and the build
/// plugin `MakeProxies`, with the same annotations.
@attached(peer, names: suffixed(Proxy), suffixed(ProxySelectors))
@attached(extension, names: arbitrary)
public macro Proxied() = #externalMacro(module: "ProxyMacrosPlugin", type: "ProxiedMacro")

/// Generates the proxy of a protocol, for installation in the delegate property of a parent object:
/// `try UploaderDelegateProxy.proxy(for: uploader)`.
///
/// - Parameters:
///   - parent: The class with the property: `Uploader.self`.
///   - property: The property, settable and optional. Default `delegate`.
///   - actor: `MainActor.self` if the property belongs to the main actor and the protocol doesn't; implied for a
///     `@MainActor` protocol. The proxy must then be used on the main actor.
@attached(peer, names: suffixed(Proxy), suffixed(ProxySelectors))
@attached(extension, names: arbitrary)
public macro Proxied(
    parent: AnyObject.Type,
    property: String = "delegate",
    actor: (any GlobalActor.Type)? = nil
) = #externalMacro(module: "ProxyMacrosPlugin", type: "ProxiedMacro")

/// Generates the proxy of a protocol with inherited requirements.
///
/// - Parameter proxy: Name of the class that forwards all inherited requirements: `"BaseProxy"`. It becomes the
///   superclass. It is a string, because a macro's argument can't refer to the expansion of another macro. Nil if there
///   is nothing to inherit, or if the protocol redeclares all requirements.
@attached(peer, names: suffixed(Proxy), suffixed(ProxySelectors))
@attached(extension, names: arbitrary)
public macro Proxied(inheriting proxy: String?) =
    #externalMacro(module: "ProxyMacrosPlugin", type: "ProxiedMacro")

/// Generates the proxy of a protocol with inherited requirements, for the delegate property of a parent object.
///
/// - Parameters:
///   - parent: The class with the property: a subclass of the inherited proxy's parent class, with the same property.
///     The inherited proxy needs a parent class.
///   - property: The property, settable and optional. Default `delegate`.
///   - actor: `MainActor.self` if the property belongs to the main actor and the protocol doesn't.
///   - proxy: Name of the class that forwards all inherited requirements, or nil.
@attached(peer, names: suffixed(Proxy), suffixed(ProxySelectors))
@attached(extension, names: arbitrary)
public macro Proxied(
    parent: AnyObject.Type,
    property: String = "delegate",
    actor: (any GlobalActor.Type)? = nil,
    inheriting proxy: String?
) = #externalMacro(module: "ProxyMacrosPlugin", type: "ProxiedMacro")

/// Makes a requirement of a `@Proxied` protocol optional for delegates.
///
/// Without a result, it does nothing by default; with a result, it needs a declared answer too, by `@Default`. A proxy
/// responds to an optional requirement if its target does, or if the requirement is observed.
@attached(peer)
public macro Optional() = #externalMacro(module: "ProxyMacrosPlugin", type: "OptionalMacro")

/// Declares the answer of a requirement with a result for a proxy without a handler and without a delegate.
///
/// - Parameter answer: An expression of the result's type, evaluated for each such call. It needs a type of its own:
///   `@Default([] as [String])`, `@Default(Policy.allow)`.
@attached(peer)
public macro Default(_ answer: Any?) = #externalMacro(module: "ProxyMacrosPlugin", type: "DefaultMacro")
