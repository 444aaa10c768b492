// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Synchronization

// The common implementation of all forms of `forward`. It is inlined completely, with its closure arguments. A closure
// passed to a function that isn't inlined retains its captures, even on paths that never call it, and that costs more
// than the rest of a call. Code that needs no closure is not inlined.

extension ProtocolProxy {
    @inlinable
    @inline(__always)
    final func leave(_ context: UnsafeMutablePointer<ThreadContext>, to depth: Int) {
        ThreadContext.leave(context, to: depth)
    }

    /// Forwards one call, with recording, observers and handlers.
    ///
    /// - Parameters:
    ///   - target: Calls the target; nil when there is none or it is gone.
    ///   - edited: Calls it with other arguments.
    ///   - fallback: The answer without a target; nil when no default is declared.
    @inlinable
    @inline(__always)
    final func pass<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: () -> Arguments,
        _ state: UnsafePointer<ProxyState<Delegate>>,
        _ context: UnsafeMutablePointer<ThreadContext>,
        target: () throws(Failure) -> Return?,
        edited: (Arguments) throws(Failure) -> Return?,
        fallback: () throws(Failure) -> Return?
    ) throws(Failure) -> Return {
        if let hooks = state.pointee.hooks(for: selector.site) {
            let hooks = unsafeDowncast(hooks, to: ProxyHooks<Arguments, Return>.self)
            return try passObserved(
                selector,
                arguments,
                state,
                context,
                hooks,
                target: target,
                edited: edited,
                fallback: fallback
            )
        }
        let gate = state.pointee.gate
        guard gate.pointee.records(selector.site) else {
            CallBegin.countSuppressed(gate, context)
            if let answer = try target() { return answer }
            if state.pointee.holding == .weakWords { targetIsGone() }
            let answer = Self.settle(selector, try fallback()).0
            reportUnanswered(selector.site, context)
            return answer
        }
        let token = Self.begin(selector, arguments, state, context)
        context.pointee.hasReachedBody = false
        var path = Invocation.ReturnPath.target
        do throws(Failure) {
            if let answer = try target() {
                path = answerer(state, context, selector.site)
                Self.end(token, gate, context, selector, arguments, answer, path: path, hasTarget: true)
                return answer
            }
            path = .default
            if state.pointee.holding == .weakWords { targetIsGone() }
            let answer: Return
            (answer, path) = Self.settle(selector, try fallback())
            Self.end(token, gate, context, selector, arguments, answer, path: path, hasTarget: false)
            reportUnanswered(selector.site, context)
            return answer
        } catch {
            var end = CallEnd(token: token, gate: gate, context: context)
            if path == .target { path = answerer(state, context, selector.site) } else { end.missTarget() }
            if selector.site.pointee.hasInout {
                withUnsafePointer(to: arguments()) { after in
                    end.setAfter(selector.site, after)
                    end.threw(selector.site, error, path: path)
                }
            } else {
                end.threw(selector.site, error, path: path)
            }
            throw error
        }
    }

    /// Records the arguments.
    @inlinable
    @inline(__always)
    static func begin<Proxy, Arguments, Return>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: () -> Arguments,
        _ state: UnsafePointer<ProxyState<Delegate>>,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) -> CallToken {
        let revision = state.pointee.revision
        if selector.site.pointee.isPlain {
            return withUnsafePointer(to: arguments()) {
                state.pointee.gate.beginPlain(context, selector.site, $0, revision: revision)
            }
        }
        return withUnsafePointer(to: arguments()) {
            CallBegin.write(state.pointee.gate, context, selector.site, $0, revision: revision)
        }
    }

    /// Ends the record of a call that returned.
    @inlinable
    @inline(__always)
    static func end<Proxy, Arguments, Return>(
        _ token: CallToken,
        _ gate: UnsafePointer<RecordingGate>,
        _ context: UnsafeMutablePointer<ThreadContext>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: () -> Arguments,
        _ answer: Return,
        path: Invocation.ReturnPath,
        hasTarget: Bool
    ) {
        guard !selector.site.pointee.isPlain, selector.site.pointee.hasInout else {
            return CallEnd.returned(token, gate, context, selector, answer, path: path, hasTarget: hasTarget)
        }
        var end = CallEnd(token: token, gate: gate, context: context)
        if !hasTarget { end.missTarget() }
        withUnsafePointer(to: arguments()) { after in
            end.setAfter(selector.site, after)
            withUnsafePointer(to: answer) { end.returned(selector.site, $0, path: path) }
        }
    }

    // MARK: Observed calls

    /// Forwards a call that has observers, a handler or rules.
    @inlinable
    @inline(__always)
    final func passObserved<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ take: () -> Arguments,
        _ state: UnsafePointer<ProxyState<Delegate>>,
        _ context: UnsafeMutablePointer<ThreadContext>,
        _ hooks: ProxyHooks<Arguments, Return>,
        target: () throws(Failure) -> Return?,
        edited: (Arguments) throws(Failure) -> Return?,
        fallback: () throws(Failure) -> Return?
    ) throws(Failure) -> Return {
        var arguments = take()
        let revision = state.pointee.revision
        let token = withUnsafePointer(to: arguments) {
            CallBegin.write(state.pointee.gate, context, selector.site, $0, revision: revision)
        }
        var ruled: RuledCall<Arguments, Return>?
        if hooks.hasRules {
            ruled = hooks.ruledCall(selector.site, token, revision: revision, throwing: Failure.self)
            ruled?.target = ProxyState.weakTarget(state)
            ruled?.before(&arguments)
        }
        let moment = SubscriptionClock.now
        hooks.before?(arguments)
        context.pointee.hasReachedBody = false
        var end = CallEnd(token: token, gate: state.pointee.gate, context: context)
        var path = Invocation.ReturnPath.target
        var outcome: Result<Return, Failure>
        do throws(Failure) {
            end.startTarget()
            var answer: Return?
            if let ruled, ruled.hasAnswer {
                path = ruled.path
                end.missTarget()
                answer = try ruled.answer(throwing: Failure.self)
            } else if let handler = hooks.handler {
                path = .handler
                if hooks.handlerCallsTarget {
                    do throws(Failure) {
                        let own = ruled?.isEdited == true ? try edited(arguments) : try target()
                        if let own { end.targetReturned(selector.site, own) }
                    } catch {
                        end.targetThrew(selector.site, error)
                    }
                }
                answer = try Self.ask(handler, arguments, throwing: Failure.self)
            } else {
                answer = ruled?.isEdited == true ? try edited(arguments) : try target()
                path = answerer(state, context, selector.site)
            }
            end.endTarget()
            if answer == nil {
                path = .default
                end.missTarget()
                if state.pointee.holding == .weakWords { targetIsGone() }
                (answer, path) = Self.settle(selector, try fallback())
            }
            // Every path to this point sets it.
            outcome = .success(answer!)
        } catch {
            end.endTarget()
            if path == .target { path = answerer(state, context, selector.site) }
            outcome = .failure(error)
        }
        if let ruled { Self.finish(ruled, selector, arguments, &outcome, &path, &end) }
        switch outcome {
        case .success(let result):
            if selector.site.pointee.hasInout {
                withUnsafePointer(to: selector.completed(take(), by: arguments)) { seen in
                    end.setAfter(selector.site, seen)
                    Self.end(&end, selector, hooks, seen.pointee, result, since: moment, context, path: path)
                }
            } else {
                Self.end(&end, selector, hooks, arguments, result, since: moment, context, path: path)
            }
            if path.isUnanswered { reportUnanswered(selector.site, context) }
            return result
        case .failure(let error):
            let outer = context.pointee.observedSince
            context.pointee.observedSince = moment
            if selector.site.pointee.hasInout {
                withUnsafePointer(to: selector.completed(take(), by: arguments)) { seen in
                    end.setAfter(selector.site, seen)
                    hooks.after?(seen.pointee)
                    context.pointee.observedSince = outer
                    end.threw(selector.site, error, path: path)
                }
            } else {
                hooks.after?(arguments)
                context.pointee.observedSince = outer
                end.threw(selector.site, error, path: path)
            }
            throw error
        }
    }

    /// Lets the rules after the target act, and tells the record what rules did.
    @usableFromInline
    @inline(never)
    static func finish<Proxy, Arguments, Return, Failure>(
        _ ruled: RuledCall<Arguments, Return>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: Arguments,
        _ outcome: inout Result<Return, Failure>,
        _ path: inout Invocation.ReturnPath,
        _ end: inout CallEnd
    ) {
        settle(ruled, selector, ruled.after(arguments, outcome, path: path), &outcome, &path, &end)
    }

    /// Applies what the rules after the target changed.
    @usableFromInline
    static func settle<Proxy, Arguments, Return, Failure>(
        _ ruled: RuledCall<Arguments, Return>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ change: (outcome: Result<Return, Failure>, path: Invocation.ReturnPath?),
        _ outcome: inout Result<Return, Failure>,
        _ path: inout Invocation.ReturnPath,
        _ end: inout CallEnd
    ) {
        if let new = change.path {
            // Of a call that a handler or a rule answered, the target's own answer is known already.
            switch outcome {
            case _ where path != .target: break
            case .success(let own): end.targetReturned(selector.site, own)
            case .failure(let error): end.targetThrew(selector.site, error)
            }
            path = new
        }
        outcome = change.outcome
        ruled.settle(&end)
    }

    /// Notifies the observers of a call that returned, and ends its record.
    @inlinable
    @inline(__always)
    static func end<Proxy, Arguments, Return>(
        _ end: inout CallEnd,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ hooks: ProxyHooks<Arguments, Return>,
        _ arguments: Arguments,
        _ result: Return,
        since moment: UInt64,
        _ context: UnsafeMutablePointer<ThreadContext>,
        path: Invocation.ReturnPath
    ) {
        // An observer may make a call that is observed too. That call restores the clock, so that later observers still
        // see which call this is.
        let outer = context.pointee.observedSince
        context.pointee.observedSince = moment
        hooks.after?(arguments)
        hooks.returned?(arguments, result)
        context.pointee.observedSince = outer
        withUnsafePointer(to: result) { end.returned(selector.site, $0, path: path) }
    }

    // MARK: Return path

    /// The return path of a call that was forwarded to the target: the target or a default body.
    @inlinable
    @inline(__always)
    final func answerer(
        _ state: UnsafePointer<ProxyState<Delegate>>,
        _ context: UnsafeMutablePointer<ThreadContext>,
        _ site: UnsafePointer<CallSite>
    ) -> Invocation.ReturnPath {
        if state.pointee.leftOutBits & site.pointee.bit == 0, !context.pointee.hasReachedBody { return .target }
        return findAnswerer(state, context, site)
    }

    @usableFromInline
    @inline(never)
    final func findAnswerer(
        _ state: UnsafePointer<ProxyState<Delegate>>,
        _ context: UnsafeMutablePointer<ThreadContext>,
        _ site: UnsafePointer<CallSite>
    ) -> Invocation.ReturnPath {
        let hasReached = context.pointee.hasReachedBody
        context.pointee.hasReachedBody = false
        var isLeftOut = state.pointee.leftOut.contains(site)
        if !isLeftOut, hasReached, let body = context.pointee.reachedBody {
            let selector = site.pointee.requirement.takeUnretainedValue().selector
            isLeftOut = body.type == state.pointee.targetType && body.isOf(selector)
        }
        guard isLeftOut else { return .target }
        reportUnanswered(site, context)
        return site.pointee.unansweredPath
    }

    /// Tells an enclosing proxy that the call reached no delegate.
    @inlinable
    @inline(__always)
    final func reportUnanswered(_ site: UnsafePointer<CallSite>, _ context: UnsafeMutablePointer<ThreadContext>) {
        if context.pointee.depth.load(ordering: .relaxed) > 1 { reportUnansweredInside(site, context) }
    }

    @usableFromInline
    @inline(never)
    final func reportUnansweredInside(
        _ site: UnsafePointer<CallSite>,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) {
        let type = UInt(bitPattern: ObjectIdentifier(type(of: self)))
        context.pointee.reachedBody = ReachedBody(type: type, name: .site(site))
        context.pointee.hasReachedBody = true
    }

    /// Runs a handler. An error of another type than the requirement's stops the program.
    @inlinable
    static func ask<Arguments, Return, Failure: Error>(
        _ handler: (Arguments) throws -> Return,
        _ arguments: Arguments,
        throwing: Failure.Type
    ) throws(Failure) -> Return {
        do {
            return try handler(arguments)
        } catch let error as Failure {
            throw error
        } catch {
            fatalError("a handler threw \(error), but the requirement throws \(Failure.self) only")
        }
    }

    /// The answer to a call that reached neither a handler nor a target, and its return path.
    ///
    /// - Parameter answer: The declared default, nil when there is none.
    @inlinable
    @inline(__always)
    static func settle<Proxy, Arguments, Return>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ answer: Return?
    ) -> (Return, Invocation.ReturnPath) {
        if let answer { return (answer, .default) }
        if Return.self == Void.self { return (unsafeBitCast((), to: Return.self), .none) }
        stopUnanswered(selector.selector)
    }

    @usableFromInline
    static func stopUnanswered(_ selector: Selector) -> Never {
        fatalError(
            """
            \(selector.protocolName).\(selector.name) has to return a value, and nobody is there to give one. \
            Set a forward delegate that implements it, install a handler for it, or declare a default.
            """
        )
    }
}
