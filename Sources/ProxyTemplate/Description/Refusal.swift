// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A requirement, or a trait of a whole protocol, that no proxy can forward; says why and what to do instead.
///
/// Both generators speak through it, so that they say the same.
package enum Refusal: Error, Hashable, Sendable {
    /// A `static` requirement: there is no delegate to forward to.
    case staticRequirement(name: String)
    /// An initializer: a proxy cannot make delegates.
    case initializer
    /// An associated type that the type of the delegate does not fix.
    case associatedType(name: String)
    /// A requirement that takes another value of the delegate's own type.
    case selfParameter(name: String)
    /// A requirement that returns the delegate's own type.
    case selfResult(name: String)
    /// A protocol of actors: a proxy is a class.
    case actorProtocol
    /// A protocol for subclasses of a class.
    case superclassConstraint(name: String)
    /// A parent protocol whose requirements are not to be seen.
    case unseenParent(name: String)
    /// A parent protocol that some proxy has to forward; which one was not said.
    case unnamedParent(name: String, proxy: String)
    /// A parent object of a global actor that is not the main actor.
    case unknownActor(name: String)
    /// A second parent protocol with requirements: a class has one superclass.
    case secondParent(name: String)
    /// A declaration that the generator does not understand.
    case unknownDeclaration(text: String)
    /// Two requirements that no record could tell apart.
    case indistinguishable(name: String)
    /// A name that the class of every proxy has given to something else.
    case takenName(name: String)
    /// A requirement that is there under a condition only.
    case conditionalRequirement
    /// An optional requirement with a result that nobody declared.
    case optionalWithoutAnswer(name: String)
    /// A declared answer of a requirement that returns nothing.
    case answerOfNothing(name: String)
    /// A macro's proxy of an internal protocol in an optimised build.
    case hiddenFromOptimizer(name: String)

    /// What cannot be done, why, and the way out.
    package var message: String {
        switch self {
        case .staticRequirement(let name):
            "static requirement '\(name)' cannot be forwarded, because a proxy forwards to an instance; "
                + "make it an instance requirement, or move it to a protocol of its own"
        case .initializer:
            "an initializer cannot be forwarded, because a proxy is made by its own initializers; "
                + "move it to a protocol of its own"
        case .associatedType(let name):
            "associated type '\(name)' is not part of the delegate's type, so values of it cannot be forwarded; "
                + "make it a primary associated type: protocol P<\(name)>"
        case .selfParameter(let name):
            "'\(name)' takes a value of the delegate's own type Self, which a proxy cannot promise to pass on; "
                + "take 'any' protocol instead"
        case .selfResult(let name):
            "'\(name)' returns the delegate's own type Self, which a proxy is not; return 'any' protocol instead"
        case .actorProtocol:
            "a protocol of actors cannot have a proxy, because a proxy is a class; require Sendable instead of Actor"
        case .superclassConstraint(let name):
            "the protocol is for subclasses of '\(name)' only, and a proxy is not one; require AnyObject instead"
        case .unseenParent(let name):
            "the requirements of '\(name)' cannot be seen from here, so they cannot be forwarded; "
                + "declare them again in this protocol, or name the proxy that forwards them"
        case .unnamedParent(let name, let proxy):
            "'\(name)' may have requirements, which @Proxied cannot see; say which proxy forwards them, as in "
                + "@Proxied(inheriting: \"\(proxy)\"), with @Proxied at '\(name)' too; or declare them again, if there are "
                + "any, and say inheriting: nil"
        case .unknownActor(let name):
            "a proxy reaches its parent object's property from any thread or on the main actor, not on \(name); leave "
                + "'parent:' out, and put the proxy into the property yourself"
        case .secondParent(let name):
            "a proxy has one superclass, so the requirements of '\(name)' cannot be inherited too; "
                + "declare them again in this protocol, and name the proxy of the other one: inheriting:"
        case .unknownDeclaration(let text):
            "'\(text)' is not a requirement that can be forwarded"
        case .indistinguishable(let name):
            "two requirements are called '\(name)' and differ in nothing that a record could show"
        case .takenName(let name):
            "'\(name)' is what every proxy has of its own; give the requirement another name"
        case .conditionalRequirement:
            "a requirement under a condition cannot be forwarded, because the proxy would not be under it; "
                + "move it to a protocol of its own"
        case .optionalWithoutAnswer(let name):
            "'\(name)' returns a value, so what it answers where a delegate leaves it out has to be declared: "
                + "@Default(answer)"
        case .answerOfNothing(let name):
            "'\(name)' returns nothing, so there is no answer to declare; @Optional lets a delegate leave it out"
        case .hiddenFromOptimizer(let name):
            "the optimiser cannot see the proxy that a macro makes of '\(name)', an internal protocol, and would call "
                + "past it; make the protocol 'package', or use the build plugin MakeProxies (docs/release-builds.md)"
        }
    }

    /// Names the kind of refusal, for tools.
    package var identifier: String {
        switch self {
        case .staticRequirement: "staticRequirement"
        case .initializer: "initializer"
        case .associatedType: "associatedType"
        case .selfParameter: "selfParameter"
        case .selfResult: "selfResult"
        case .actorProtocol: "actorProtocol"
        case .superclassConstraint: "superclassConstraint"
        case .unseenParent: "unseenParent"
        case .unnamedParent: "unnamedParent"
        case .unknownActor: "unknownActor"
        case .secondParent: "secondParent"
        case .unknownDeclaration: "unknownDeclaration"
        case .indistinguishable: "indistinguishable"
        case .takenName: "takenName"
        case .conditionalRequirement: "conditionalRequirement"
        case .optionalWithoutAnswer: "optionalWithoutAnswer"
        case .answerOfNothing: "answerOfNothing"
        case .hiddenFromOptimizer: "hiddenFromOptimizer"
        }
    }
}
