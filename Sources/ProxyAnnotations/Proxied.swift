// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A macro's declaration names its plugin, so ProxyMacros has the same annotations once more. They take the same
// arguments with the same meaning: what changes here changes there.

/// Marks a protocol whose proxy the build plugin `MakeProxies` writes: a class `<Protocol>Proxy` that passes each call
/// on to a forward delegate, records it and lets it be observed.
///
/// ```swift
/// @Proxied protocol UploaderDelegate: AnyObject {
///     func uploader(_ uploader: Uploader, didSend bytes: Int)
///     @Default(true) func uploader(_ uploader: Uploader, shouldRetryAfter error: any Error) -> Bool
/// }
/// ```
///
/// The target names the plugin in the manifest. What cannot be forwarded, such as a `static` requirement, is an error at
/// the word that says so; nothing is left out.
@attached(peer)
public macro Proxied() = #externalMacro(module: "ProxyAnnotationsPlugin", type: "Annotation")

/// Marks a protocol whose proxy is to be installed in the delegate property of a parent object:
/// `try UploaderDelegateProxy.proxy(for: uploader)`.
///
/// - Parameters:
///   - parent: The class with the property: `Uploader.self`.
///   - property: The property, settable and optional. Default `delegate`.
///   - actor: `MainActor.self` where the property belongs to the main actor and the protocol does not. Of a protocol
///     that is `@MainActor` it is known. The proxy is to be used on the main actor then.
@attached(peer)
public macro Proxied(
    parent: AnyObject.Type,
    property: String = "delegate",
    actor: (any GlobalActor.Type)? = nil
) = #externalMacro(module: "ProxyAnnotationsPlugin", type: "Annotation")

/// Marks a protocol that inherits from others, where the proxy that forwards what is inherited is not called after the
/// protocol.
///
/// - Parameter proxy: Name of the class that forwards everything that the protocol inherits: `"BaseProxy"`. Nil where
///   the protocol declares all of it again.
@attached(peer)
public macro Proxied(inheriting proxy: String?) =
    #externalMacro(module: "ProxyAnnotationsPlugin", type: "Annotation")

/// Marks a protocol that inherits from others, whose proxy is to be installed in the delegate property of a parent
/// object.
///
/// - Parameters:
///   - parent: The class with the property; a subclass of the inherited proxy's.
///   - property: The property, settable and optional. Default `delegate`.
///   - actor: `MainActor.self` where the property belongs to the main actor and the protocol does not.
///   - proxy: Name of the class that forwards everything that the protocol inherits, or nil.
@attached(peer)
public macro Proxied(
    parent: AnyObject.Type,
    property: String = "delegate",
    actor: (any GlobalActor.Type)? = nil,
    inheriting proxy: String?
) = #externalMacro(module: "ProxyAnnotationsPlugin", type: "Annotation")

/// Lets delegates leave a requirement of a `@Proxied` protocol out.
///
/// One that returns nothing does nothing then; one with a result needs its answer declared too, by `@Default`.
@attached(peer)
public macro Optional() = #externalMacro(module: "ProxyAnnotationsPlugin", type: "Annotation")

/// Declares what a proxy answers for a requirement with a result, where it has neither a handler nor a delegate.
///
/// - Parameter answer: An expression of the result's type; evaluated for each such call. Give a type to what has none by
///   itself: `@Default([] as [String])`, `@Default(Policy.allow)`.
@attached(peer)
public macro Default(_ answer: Any?) = #externalMacro(module: "ProxyAnnotationsPlugin", type: "Annotation")
