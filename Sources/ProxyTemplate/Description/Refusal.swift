// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A requirement, or a trait of a protocol, that no proxy can forward, with the reason and a way out.
///
/// All generators share these messages.
package enum Refusal: Error, Hashable, Sendable {
    /// A `static` requirement, which has no delegate to forward to.
    case staticRequirement(name: String)
    /// An initializer: a proxy can't create delegates.
    case initializer
    /// An associated type that the delegate's type doesn't fix.
    case associatedType(name: String)
    /// A constraint that fixes an associated type, or equates two.
    case fixedType(text: String)
    /// A constraint between an associated type and one with a default.
    case constraintOfDefault(text: String)
    /// A constraint of an associated type that a parent's proxy has as its parameter.
    case constraintOfParent(text: String)
    /// A requirement with a parameter of the delegate's own type.
    case selfParameter(name: String)
    /// A requirement with a result of the delegate's own type.
    case selfResult(name: String)
    /// A requirement with more than one variadic parameter.
    case severalVariadics(name: String)
    /// A subscript with a variadic parameter.
    case variadicSubscript(name: String)
    /// A requirement with a variadic parameter, and one whose type is `some`.
    case variadicBesideSome(name: String)
    /// A requirement with a parameter that is `inout` and `sending`.
    case sentInout(name: String)
    /// A requirement with a result or value that can't be copied.
    case noncopyableResult(name: String)
    /// A protocol with a name in backticks that is no plain name.
    case rawName(name: String)
    /// A requirement that changes a delegate that is a value.
    case changeOfValue(name: String)
    /// A protocol of actors: a proxy is a class.
    case actorProtocol
    /// A protocol for subclasses of a class.
    case superclassConstraint(name: String)
    /// A parent protocol with invisible requirements.
    case unseenParent(name: String)
    /// A parent protocol with requirements that no proxy can have.
    case impossibleParent(name: String)
    /// A parent protocol without a named proxy.
    case unnamedParent(name: String, proxy: String)
    /// A parent object of a global actor other than the main actor.
    case unknownActor(name: String)
    /// A second parent protocol with requirements: a class has one superclass.
    case secondParent(name: String)
    /// A declaration that the generator doesn't understand.
    case unknownDeclaration(text: String)
    /// Two requirements that records can't distinguish.
    case indistinguishable(name: String)
    /// A requirement of the parent's proxy, with another result, actor or error type.
    case otherThanInherited(name: String)
    /// A name used by every proxy class.
    case takenName(name: String)
    /// A conditional requirement.
    case conditionalRequirement
    /// An optional requirement with a result and without a declared answer.
    case optionalWithoutAnswer(name: String)
    /// A declared answer for a requirement without a result.
    case answerOfNothing(name: String)
    /// A private protocol inside a type with requirements that get default bodies.
    case privateDefaultBodies(name: String)
    /// A macro's proxy of an internal protocol in an optimised build.
    case hiddenFromOptimizer(name: String)

    /// The problem, the reason, and a way out.
    package var message: String {
        switch self {
        case .staticRequirement(let name):
            "static requirement '\(name)' cannot be forwarded, because a proxy forwards to an instance; "
                + "make it an instance requirement, or move it to a protocol of its own"
        case .initializer:
            "an initializer cannot be forwarded, because a proxy has its own initializers; "
                + "move it to a protocol of its own"
        case .associatedType(let name):
            "associated type '\(name)' is not part of the delegate's type, so values of it cannot be forwarded; "
                + "make it a primary associated type: protocol P<\(name)>"
        case .fixedType(let text):
            "'\(text)' leaves nothing to choose, but a class can't have a type parameter that is fixed or equals another; "
                + "write the type itself in place of the associated type"
        case .constraintOfDefault(let text):
            "'\(text)' ties a type parameter of the proxy to an associated type that has a default, which the proxy "
                + "takes; give that type no default"
        case .constraintOfParent(let text):
            "'\(text)' concerns an associated type of a parent, and the parent's proxy has it as a type parameter; name "
                + "the type in the parent, as in P<Int>"
        case .selfParameter(let name):
            "'\(name)' takes a value of the delegate's own type Self, which a proxy cannot provide; "
                + "take 'any' protocol instead"
        case .selfResult(let name):
            "'\(name)' returns the delegate's own type Self, which a proxy isn't; return 'any' protocol instead"
        case .severalVariadics(let name):
            "'\(name)' has several variadic parameters, and no array can be passed on to more than one; "
                + "take an array instead"
        case .variadicSubscript(let name):
            "'\(name)' has a variadic parameter, and no array can be passed on to one of a subscript; take an array "
                + "instead, or make it a method"
        case .variadicBesideSome(let name):
            "'\(name)' has a variadic parameter beside one of type 'some', and no function type can name both; "
                + "use a type parameter: <T: P>"
        case .sentInout(let name):
            "'\(name)' has a parameter that is 'inout sending', and the closure that forwards the call cannot give up a "
                + "variable of its caller; take the value as 'sending' and return the new one"
        case .noncopyableResult(let name):
            "'\(name)' has a result that cannot be copied, so it could not go to the caller, observers and rules; "
                + "return a class or a copyable type"
        case .rawName(let name):
            "the proxy of \(name) cannot be named after it, because the name has other characters than letters, digits "
                + "and underscores; rename the protocol"
        case .changeOfValue(let name):
            "'\(name)' can change its delegate, and a delegate that is a struct would be changed in a copy, so the "
                + "program would lose the change; make the protocol one of classes: AnyObject"
        case .actorProtocol:
            "a protocol of actors cannot have a proxy, because a proxy is a class; require Sendable instead of Actor"
        case .superclassConstraint(let name):
            "the protocol is for subclasses of '\(name)' only, and a proxy is not one; require AnyObject instead"
        case .unseenParent(let name):
            "the requirements of '\(name)' cannot be seen from here, so they cannot be forwarded; "
                + "redeclare them in this protocol, or name the proxy that forwards them"
        case .impossibleParent(let name):
            "'\(name)' requires what no proxy can forward, such as initializers, operators or associated types; require "
                + "it of the delegate's class instead of the protocol"
        case .unnamedParent(let name, let proxy):
            "'\(name)' may have requirements, which @Proxied cannot see; name the proxy that forwards them: "
                + "@Proxied(inheriting: \"\(proxy)\"), with @Proxied at '\(name)' too; or redeclare them, if there are "
                + "any, with inheriting: nil"
        case .unknownActor(let name):
            "a proxy reaches its parent object's property from any thread or on the main actor, not on \(name); omit "
                + "'parent:' and assign the proxy to the property yourself"
        case .secondParent(let name):
            "a proxy has one superclass, so the requirements of '\(name)' cannot be inherited too; "
                + "redeclare them in this protocol, and name the proxy of the other parent with inheriting:"
        case .unknownDeclaration(let text):
            "'\(text)' is not a requirement that can be forwarded"
        case .indistinguishable(let name):
            "two requirements are called '\(name)' and look the same in records; rename one of them"
        case .otherThanInherited(let name):
            "'\(name)' is a requirement of a parent too, with another result, actor or error type, and the parent's proxy "
                + "cannot have both; declare it as the parent does, or say inheriting: nil and declare the others again"
        case .takenName(let name):
            "'\(name)' is a member of every proxy; rename the requirement"
        case .conditionalRequirement:
            "a requirement under a condition cannot be forwarded, because the proxy would not be under it; "
                + "move it to a protocol of its own"
        case .optionalWithoutAnswer(let name):
            "'\(name)' returns a value, so it needs a declared answer to be optional: @Default(answer)"
        case .answerOfNothing(let name):
            "'\(name)' returns nothing, so there is no answer to declare; @Optional makes it optional for delegates"
        case .privateDefaultBodies(let name):
            "the default bodies of '\(name)' are in an extension outside of its enclosing type, where what is "
                + "private in a type has no name; make it fileprivate"
        case .hiddenFromOptimizer(let name):
            "the optimiser cannot see the macro's proxy of '\(name)', an internal protocol, and would bypass it; "
                + "make the protocol 'package', or use the build plugin MakeProxies (docs/release-builds.md)"
        }
    }

    /// Names the kind of refusal, for tools.
    package var identifier: String {
        switch self {
        case .staticRequirement: "staticRequirement"
        case .initializer: "initializer"
        case .associatedType: "associatedType"
        case .fixedType: "fixedType"
        case .constraintOfDefault: "constraintOfDefault"
        case .constraintOfParent: "constraintOfParent"
        case .selfParameter: "selfParameter"
        case .selfResult: "selfResult"
        case .severalVariadics: "severalVariadics"
        case .variadicSubscript: "variadicSubscript"
        case .variadicBesideSome: "variadicBesideSome"
        case .sentInout: "sentInout"
        case .noncopyableResult: "noncopyableResult"
        case .rawName: "rawName"
        case .changeOfValue: "changeOfValue"
        case .actorProtocol: "actorProtocol"
        case .superclassConstraint: "superclassConstraint"
        case .unseenParent: "unseenParent"
        case .impossibleParent: "impossibleParent"
        case .unnamedParent: "unnamedParent"
        case .unknownActor: "unknownActor"
        case .secondParent: "secondParent"
        case .unknownDeclaration: "unknownDeclaration"
        case .indistinguishable: "indistinguishable"
        case .otherThanInherited: "otherThanInherited"
        case .takenName: "takenName"
        case .conditionalRequirement: "conditionalRequirement"
        case .optionalWithoutAnswer: "optionalWithoutAnswer"
        case .answerOfNothing: "answerOfNothing"
        case .privateDefaultBodies: "privateDefaultBodies"
        case .hiddenFromOptimizer: "hiddenFromOptimizer"
        }
    }
}
