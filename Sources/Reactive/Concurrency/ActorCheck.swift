// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Closures that belong to an actor, in the form in which sequences and proxies call them.
///
/// A closure that is written in code of an actor belongs to the actor without saying so. A parameter that is a plain
/// function forgets that, and the closure is called on whichever thread sends: the actor's state would be used by two
/// threads at once, and nobody would notice. `@isolated(any)` parameters remember the actor. A closure that has one
/// stops the program when it is called elsewhere; one that has none is called as it is.
package enum ActorCheck {
    /// A function that remembers its actor; the other struct is the same function without.
    ///
    /// Both are the same two words. In a struct, a function keeps its own calling convention; by itself, `unsafeBitCast`
    /// would wrap it twice.
    private struct IsolatedElement<Element> {
        let call: @isolated(any) (Element) -> Void
    }

    private struct PlainElement<Element> {
        let call: (Element) -> Void
    }

    private struct IsolatedEnd {
        let call: @isolated(any) () -> Void
    }

    private struct PlainEnd {
        let call: () -> Void
    }

    private struct IsolatedAnswer<Argument, Result> {
        let call: @isolated(any) (Argument) throws -> Result
    }

    private struct PlainAnswer<Argument, Result> {
        let call: (Argument) throws -> Result
    }

    private struct IsolatedValue<Argument, Result> {
        let call: @isolated(any) (Argument) -> Result
    }

    private struct PlainValue<Argument, Result> {
        let call: (Argument) -> Result
    }

    private struct IsolatedPair<First, Second, Result> {
        let call: @isolated(any) (First, Second) -> Result
    }

    private struct PlainPair<First, Second, Result> {
        let call: (First, Second) -> Result
    }

    /// A closure that takes an element.
    package static func element<Element>(
        _ body: @escaping @isolated(any) (Element) -> Void
    ) -> (Element) -> Void {
        let call = unsafeBitCast(IsolatedElement(call: body), to: PlainElement<Element>.self).call
        guard let actor = body.isolation else { return call }
        return { element in
            check(actor)
            call(element)
        }
    }

    /// A closure that takes an element, or `other` where there is none.
    ///
    /// `Optional.map` and `??` are generic: each would wrap the closure once more.
    package static func element<Element>(
        _ body: (@isolated(any) (Element) -> Void)?,
        else other: @escaping @autoclosure () -> (Element) -> Void
    ) -> (Element) -> Void {
        guard let body else { return other() }
        return element(body)
    }

    /// A closure that takes nothing, if there is one.
    package static func end(_ body: (@isolated(any) () -> Void)?) -> (() -> Void)? {
        guard let body else { return nil }
        return end(body)
    }

    /// A closure that takes nothing.
    package static func end(_ body: @escaping @isolated(any) () -> Void) -> () -> Void {
        let call = unsafeBitCast(IsolatedEnd(call: body), to: PlainEnd.self).call
        guard let actor = body.isolation else { return call }
        return {
            check(actor)
            call()
        }
    }

    /// A closure that answers and may throw.
    package static func answer<Argument, Result>(
        _ body: @escaping @isolated(any) (Argument) throws -> Result
    ) -> (Argument) throws -> Result {
        let call = unsafeBitCast(IsolatedAnswer(call: body), to: PlainAnswer<Argument, Result>.self).call
        guard let actor = body.isolation else { return call }
        return { argument in
            check(actor)
            return try call(argument)
        }
    }

    /// A closure that makes a value of another.
    package static func value<Argument, Result>(
        _ body: @escaping @isolated(any) (Argument) -> Result
    ) -> (Argument) -> Result {
        let call = unsafeBitCast(IsolatedValue(call: body), to: PlainValue<Argument, Result>.self).call
        guard let actor = body.isolation else { return call }
        return { argument in
            check(actor)
            return call(argument)
        }
    }

    /// A closure that takes two values.
    package static func pair<First, Second, Result>(
        _ body: @escaping @isolated(any) (First, Second) -> Result
    ) -> (First, Second) -> Result {
        let call = unsafeBitCast(IsolatedPair(call: body), to: PlainPair<First, Second, Result>.self).call
        guard let actor = body.isolation else { return call }
        return { first, second in
            check(actor)
            return call(first, second)
        }
    }

    private static func check(_ actor: any Actor) {
        // For the main actor, libdispatch decides, and ends the program without a word.
        if actor === MainActor.shared, !MainThread.isMainQueue, !MainThread.isCurrent, isUntold() {
            StandardError.write("Reactive: \(reason)\n")
        }
        actor.preconditionIsolated(reason)
    }

    /// Whether the reason has not been told yet.
    ///
    /// Once is enough, and the guess can be wrong: after `dispatchMain()`, code of the main actor that runs inside
    /// `anotherQueue.sync` is on neither. Then the check that follows lets it pass.
    private static func isUntold() -> Bool { !isTold.exchange(true, ordering: .relaxed) }

    private static let isTold = Atomic(false)

    private static let reason = """
        A closure that belongs to an actor, as those do that are written in its code or in main.swift, was called \
        elsewhere. Move the events to the actor's thread, by observe(on: MainScheduler.instance) for the main actor, or \
        mark the closure @Sendable and use nothing of the actor in it.
        """
}
