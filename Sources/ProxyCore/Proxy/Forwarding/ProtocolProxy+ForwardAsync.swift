// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The functions below run on the actor of their caller, so nothing has to be sendable. The closures they are given may
// run elsewhere, depending on the requirement they call.

extension ProtocolProxy {
    /// Forwards one call of an async requirement to a handler of the program, else to the forward delegate, else to the
    /// declared default.
    ///
    /// Like the synchronous form, except for threads: the call can return on another thread, and its observers then run
    /// there. The record belongs to the calling thread. Calls that the target makes meanwhile are inside this one, on
    /// whatever thread its task continues. The target is retained until the call returns.
    ///
    /// - Parameters:
    ///   - selector: The requirement.
    ///   - arguments: Its arguments as a tuple; evaluated only when they are recorded or observed.
    ///   - like: An async function type with the isolation of the requirement; the form for those that run on their
    ///     caller's actor explains it.
    ///   - call: Calls the requirement on the given delegate, off the actor of the caller.
    /// - Returns: The answer of the delegate or the handler. Without any answer, a requirement with a result stops the
    ///   program with a message that names it; one without a result does nothing.
    @inlinable
    nonisolated(nonsending) public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        like _: (@concurrent () async -> Void).Type = (@concurrent () async -> Void).self,
        _ call: @concurrent (inout Delegate) async throws(Failure) -> Return,
        edited: @concurrent (inout Delegate, Arguments) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        let passage = depart(selector, arguments) { ProxyState.withTarget($0) { $0 } }
        return try await pass(passage, selector, arguments, call, edited) { () async throws(Failure) -> Return? in nil }
    }

    /// Forwards one call of an async requirement, with a declared default.
    ///
    /// - Parameter fallback: The answer when there is neither a handler nor a forward delegate.
    @inlinable
    nonisolated(nonsending) public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        default fallback: @autoclosure () throws(Failure) -> Return,
        like _: (@concurrent () async -> Void).Type = (@concurrent () async -> Void).self,
        _ call: @concurrent (inout Delegate) async throws(Failure) -> Return,
        edited: @concurrent (inout Delegate, Arguments) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        let passage = depart(selector, arguments) { ProxyState.withTarget($0) { $0 } }
        return try await pass(passage, selector, arguments, call, edited) { () async throws(Failure) -> Return? in
            try fallback()
        }
    }

    /// Forwards one call of an async requirement, with a stand-in delegate.
    ///
    /// - Parameter standIn: Receives the call when there is neither a handler nor a forward delegate. Its answer is
    ///   recorded as the default.
    @inlinable
    nonisolated(nonsending) public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        otherwise standIn: @autoclosure () -> Delegate,
        like _: (@concurrent () async -> Void).Type = (@concurrent () async -> Void).self,
        _ call: @concurrent (inout Delegate) async throws(Failure) -> Return,
        edited: @concurrent (inout Delegate, Arguments) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        let passage = depart(selector, arguments) { ProxyState.withTarget($0) { $0 } }
        return try await pass(passage, selector, arguments, call, edited) { () async throws(Failure) -> Return? in
            nonisolated(unsafe) var standIn = standIn()
            return try await call(&standIn)
        }
    }

    /// Forwards the call and ends its record. Calls made meanwhile, by the target or an observer, are inside this one.
    ///
    /// - Parameter fallback: The declared default, nil when there is none.
    @inlinable
    nonisolated(nonsending) final func pass<Proxy, Arguments, Return, Target, Failure>(
        _ passage: AsyncPassage<Target, Arguments>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ take: () -> Arguments,
        _ call: nonisolated(nonsending) (inout Target) async throws(Failure) -> Return,
        _ edited: nonisolated(nonsending) (inout Target, Arguments) async throws(Failure) -> Return,
        _ fallback: nonisolated(nonsending) () async throws(Failure) -> Return?
    ) async throws(Failure) -> Return {
        guard let scope = passage.scope else {
            return try await passInScope(passage, selector, take, call, edited, fallback)
        }
        return try await scope.enclose { () async throws(Failure) in
            try await passInScope(passage, selector, take, call, edited, fallback)
        }
    }

    @inlinable
    nonisolated(nonsending) final func passInScope<Proxy, Arguments, Return, Target, Failure>(
        _ passage: AsyncPassage<Target, Arguments>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ take: () -> Arguments,
        _ call: nonisolated(nonsending) (inout Target) async throws(Failure) -> Return,
        _ edited: nonisolated(nonsending) (inout Target, Arguments) async throws(Failure) -> Return,
        _ fallback: nonisolated(nonsending) () async throws(Failure) -> Return?
    ) async throws(Failure) -> Return {
        if let hooks = passage.hooks {
            let hooks = unsafeDowncast(hooks, to: ProxyHooks<Arguments, Return>.self)
            return try await passObserved(passage, selector, take, hooks, call, edited, fallback)
        }
        var end = passage.end
        var path = Invocation.ReturnPath.target
        do throws(Failure) {
            let result: Return
            if let target = passage.target {
                nonisolated(unsafe) var target = target
                result = try await call(&target)
                path = passage.answerer.path
            } else {
                path = .default
                end.missTarget()
                (result, path) = try await unanswered(passage, selector, fallback)
            }
            Self.end(end, selector, take) { end in
                withUnsafePointer(to: result) { end.onThisThread().returned(selector.site, $0, path: path) }
            }
            return result
        } catch {
            if path == .target { path = passage.answerer.path }
            Self.end(end, selector, take) { $0.onThisThread().threw(selector.site, error, path: path) }
            throw error
        }
    }

    /// Ends a record with the current arguments if one of them is `inout`.
    @inlinable
    static func end<Proxy, Arguments, Return>(
        _ end: CallEnd,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ take: () -> Arguments,
        _ body: (CallEnd) -> Void
    ) {
        guard selector.site.pointee.hasInout else { return body(end) }
        var end = end
        withUnsafePointer(to: take()) { after in
            end.setAfter(selector.site, after)
            body(end)
        }
    }

    /// Forwards a call that has observers, a handler or rules.
    @inlinable
    nonisolated(nonsending) final func passObserved<Proxy, Arguments, Return, Target, Failure>(
        _ passage: AsyncPassage<Target, Arguments>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ take: () -> Arguments,
        _ hooks: ProxyHooks<Arguments, Return>,
        _ call: nonisolated(nonsending) (inout Target) async throws(Failure) -> Return,
        _ edited: nonisolated(nonsending) (inout Target, Arguments) async throws(Failure) -> Return,
        _ fallback: nonisolated(nonsending) () async throws(Failure) -> Return?
    ) async throws(Failure) -> Return {
        // Never nil: a call with hooks keeps its arguments.
        var arguments = passage.arguments!
        var end = passage.end
        var ruled: RuledCall<Arguments, Return>?
        if hooks.hasRules {
            ruled = hooks.ruledCall(selector.site, passage.token, revision: passage.revision, throwing: Failure.self)
            await ruled?.beforeSuspending(&arguments)
        }
        let moment = SubscriptionClock.now
        hooks.before?(arguments)
        var path = Invocation.ReturnPath.target
        var outcome: Result<Return, Failure>
        do throws(Failure) {
            end.startTarget()
            let result: Return
            if let ruled, ruled.hasAnswer {
                path = ruled.path
                end.missTarget()
                result = try ruled.answer(throwing: Failure.self)
            } else if let handler = hooks.handler {
                path = .handler
                if hooks.handlerCallsTarget, let target = passage.target {
                    do throws(Failure) {
                        let own = try await reach(target, arguments, ruled, call, edited)
                        end.targetReturned(selector.site, own)
                    } catch {
                        end.targetThrew(selector.site, error)
                    }
                }
                if let asyncHandler = hooks.asyncHandler {
                    result = try await Self.ask(asyncHandler, arguments, throwing: Failure.self)
                } else {
                    result = try Self.ask(handler, arguments, throwing: Failure.self)
                }
            } else if let target = passage.target {
                result = try await reach(target, arguments, ruled, call, edited)
                path = passage.answerer.path
            } else {
                path = .default
                end.missTarget()
                (result, path) = try await unanswered(passage, selector, fallback)
            }
            end.endTarget()
            outcome = .success(result)
        } catch {
            end.endTarget()
            if path == .target { path = passage.answerer.path }
            outcome = .failure(error)
        }
        if let ruled {
            let change = await ruled.afterSuspending(arguments, outcome, path: path)
            Self.settle(ruled, selector, change, &outcome, &path, &end)
        }
        let seen = selector.site.pointee.hasInout ? selector.completed(take(), by: arguments) : arguments
        switch outcome {
        case .success(let result):
            SubscriptionClock.tell(since: moment) {
                hooks.after?(seen)
                hooks.returned?(seen, result)
            }
            Self.end(end, selector, { seen }) { end in
                withUnsafePointer(to: result) { end.onThisThread().returned(selector.site, $0, path: path) }
            }
            return result
        case .failure(let error):
            SubscriptionClock.tell(since: moment) { hooks.after?(seen) }
            Self.end(end, selector, { seen }) { $0.onThisThread().threw(selector.site, error, path: path) }
            throw error
        }
    }

    /// Calls the target, with other arguments if a rule changed them.
    @inlinable
    nonisolated(nonsending) final func reach<Arguments, Return, Target, Failure>(
        _ target: Target,
        _ arguments: Arguments,
        _ ruled: RuledCall<Arguments, Return>?,
        _ call: nonisolated(nonsending) (inout Target) async throws(Failure) -> Return,
        _ edited: nonisolated(nonsending) (inout Target, Arguments) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        nonisolated(unsafe) var target = target
        guard ruled?.isEdited == true else { return try await call(&target) }
        nonisolated(unsafe) let arguments = arguments
        return try await edited(&target, arguments)
    }

    /// The answer of a handler that may suspend. An error of a type that the requirement doesn't throw stops the
    /// program.
    @usableFromInline
    nonisolated(nonsending) static func ask<Arguments, Return, Failure: Error>(
        _ handler: nonisolated(nonsending) (Arguments) async throws -> Return,
        _ arguments: Arguments,
        throwing: Failure.Type
    ) async throws(Failure) -> Return {
        do {
            return try await handler(arguments)
        } catch {
            return try ask({ _ in throw error }, arguments, throwing: Failure.self)
        }
    }

    /// The answer to a call that reached neither a handler nor a target.
    @inlinable
    nonisolated(nonsending) final func unanswered<Proxy, Arguments, Return, Target, Failure>(
        _ passage: AsyncPassage<Target, Arguments>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ fallback: nonisolated(nonsending) () async throws(Failure) -> Return?
    ) async throws(Failure) -> (Return, Invocation.ReturnPath) {
        if passage.hasLostTarget { targetIsGone() }
        return Self.settle(selector, try await fallback())
    }
}
