// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The declaration of a macro names its plugin, so ProxyMacros has the same annotations again, with the same arguments
// and meaning: keep both in step.

/// Marks a protocol for the build plugin `MakeProxies`, which generates its proxy: a class `<Protocol>Proxy` that
/// passes calls on to a forward delegate, records them, and makes them observable.
///
/// ```swift
/// @Proxied protocol UploaderDelegate: AnyObject {
///     func uploader(_ uploader: Uploader, didSend bytes: Int)
///     @Default(true) func uploader(_ uploader: Uploader, shouldRetryAfter error: any Error) -> Bool
/// }
/// ```
///
/// The target must list the plugin in the manifest. Unsupported requirements, such as `static` ones, are errors at
/// their location; nothing is omitted.
@attached(peer)
public macro Proxied() = #externalMacro(module: "ProxyAnnotationsPlugin", type: "Annotation")

/// Marks a protocol whose proxy is installed in the delegate property of a parent object:
/// `try UploaderDelegateProxy.proxy(for: uploader)`.
///
/// - Parameters:
///   - parent: The class with the property: `Uploader.self`.
///   - property: The property, settable and optional. Default `delegate`.
///   - actor: `MainActor.self` if the property belongs to the main actor and the protocol doesn't; implied for a
///     `@MainActor` protocol. The proxy must then be used on the main actor.
@attached(peer)
public macro Proxied(
    parent: AnyObject.Type,
    property: String = "delegate",
    actor: (any GlobalActor.Type)? = nil
) = #externalMacro(module: "ProxyAnnotationsPlugin", type: "Annotation")

/// Marks a protocol with inherited requirements, whose proxy isn't named after the inherited protocol.
///
/// - Parameter proxy: Name of the class that forwards all inherited requirements: `"BaseProxy"`. Nil if the protocol
///   redeclares all of them.
@attached(peer)
public macro Proxied(inheriting proxy: String?) =
    #externalMacro(module: "ProxyAnnotationsPlugin", type: "Annotation")

/// Marks a protocol with inherited requirements, whose proxy is installed in the delegate property of a parent object.
///
/// - Parameters:
///   - parent: The class with the property; a subclass of the inherited proxy's.
///   - property: The property, settable and optional. Default `delegate`.
///   - actor: `MainActor.self` if the property belongs to the main actor and the protocol doesn't.
///   - proxy: Name of the class that forwards all inherited requirements, or nil.
@attached(peer)
public macro Proxied(
    parent: AnyObject.Type,
    property: String = "delegate",
    actor: (any GlobalActor.Type)? = nil,
    inheriting proxy: String?
) = #externalMacro(module: "ProxyAnnotationsPlugin", type: "Annotation")

/// Makes a requirement of a `@Proxied` protocol optional for delegates.
///
/// Without a result, it does nothing by default; with a result, it needs a declared answer too, by `@Default`.
@attached(peer)
public macro Optional() = #externalMacro(module: "ProxyAnnotationsPlugin", type: "Annotation")

/// Declares the answer of a requirement with a result for a proxy without a handler and without a delegate.
///
/// - Parameter answer: An expression of the result's type, evaluated for each such call. It needs a type of its own:
///   `@Default([] as [String])`, `@Default(Policy.allow)`.
@attached(peer)
public macro Default(_ answer: Any?) = #externalMacro(module: "ProxyAnnotationsPlugin", type: "Annotation")
