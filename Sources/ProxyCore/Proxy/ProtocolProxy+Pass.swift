// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Synchronization

// What all forms of `forward` do. It is inlined as a whole, with the closures that it is given: a closure that is passed
// to a function that is called keeps its captures alive by counting references, even on the paths that never get there,
// and that costs more than all the rest of a call. What needs no closure is called.

extension ProtocolProxy {
    @inlinable
    @inline(__always)
    final func leave(_ context: UnsafeMutablePointer<ThreadContext>, to depth: Int) {
        ThreadContext.leave(context, to: depth)
        if retiredStates.load(ordering: .relaxed) != 0 { Retirement.reclaim(UInt(bitPattern: ObjectIdentifier(self))) }
        if depth == ThreadContext.frameCount { Retirement.reclaimAll() }
    }

    /// Passes one call on with everything that is asked of it.
    ///
    /// - Parameters:
    ///   - target: Calls the target; nil when there is none or when it is gone.
    ///   - fallback: Answers in place of a missing target; nil when nothing is declared.
    @inlinable
    @inline(__always)
    final func pass<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: () -> Arguments,
        _ state: UnsafePointer<ProxyState<Delegate>>,
        _ context: UnsafeMutablePointer<ThreadContext>,
        target: () throws(Failure) -> Return?,
        fallback: () throws(Failure) -> Return?
    ) throws(Failure) -> Return {
        if let hooks = state.pointee.hooks(for: selector.site) {
            let hooks = unsafeDowncast(hooks, to: ProxyHooks<Arguments, Return>.self)
            return try passObserved(selector, arguments(), state, context, hooks, target: target, fallback: fallback)
        }
        let gate = state.pointee.gate
        guard gate.pointee.isRecording.load(ordering: .relaxed) else {
            CallWriter.countSuppressed(gate, context)
            if let answer = try target() { return answer }
            if state.pointee.holding == .weakWords { targetIsGone() }
            return Self.settle(selector, try fallback()).0
        }
        let token = Self.begin(selector, arguments, state, context)
        var path = Invocation.ReturnPath.target
        do throws(Failure) {
            if let answer = try target() {
                CallWriter.end(token, gate, context, selector, answer, path: .target)
                return answer
            }
            path = .default
            if state.pointee.holding == .weakWords { targetIsGone() }
            let answer: Return
            (answer, path) = Self.settle(selector, try fallback())
            CallWriter.end(token, gate, context, selector, answer, path: path)
            return answer
        } catch {
            CallEnd(token: token, gate: gate, context: context).threw(selector.site, error, path: path)
            throw error
        }
    }

    /// Takes the arguments for the record.
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
                CallWriter.beginPlain(state.pointee.gate, context, selector.site, $0, revision: revision)
            }
        }
        return withUnsafePointer(to: arguments()) {
            CallWriter.begin(state.pointee.gate, context, selector.site, $0, revision: revision)
        }
    }

    // MARK: Observed calls

    /// A call that somebody observes, or that a handler answers.
    @inlinable
    @inline(__always)
    final func passObserved<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: Arguments,
        _ state: UnsafePointer<ProxyState<Delegate>>,
        _ context: UnsafeMutablePointer<ThreadContext>,
        _ hooks: ProxyHooks<Arguments, Return>,
        target: () throws(Failure) -> Return?,
        fallback: () throws(Failure) -> Return?
    ) throws(Failure) -> Return {
        let token = withUnsafePointer(to: arguments) {
            CallWriter.begin(state.pointee.gate, context, selector.site, $0, revision: state.pointee.revision)
        }
        let moment = SubscriptionClock.now
        hooks.before?(arguments)
        var end = CallEnd(token: token, gate: state.pointee.gate, context: context)
        var path = Invocation.ReturnPath.target
        do throws(Failure) {
            end.startTarget()
            var answer: Return?
            if let handler = hooks.handler {
                path = .handler
                if hooks.handlerCallsTarget { do throws(Failure) { _ = try target() } catch {} }
                answer = try Self.ask(handler, arguments, throwing: Failure.self)
            } else {
                answer = try target()
            }
            end.endTarget()
            if answer == nil {
                path = .default
                if state.pointee.holding == .weakWords { targetIsGone() }
                (answer, path) = Self.settle(selector, try fallback())
            }
            // Set on every way to here.
            let result = answer!
            context.pointee.observedSince = moment
            hooks.after?(arguments)
            context.pointee.observedSince = moment
            hooks.returned?(arguments, result)
            withUnsafePointer(to: result) { end.returned(selector.site, $0, path: path) }
            return result
        } catch {
            end.endTarget()
            context.pointee.observedSince = moment
            hooks.after?(arguments)
            end.threw(selector.site, error, path: path)
            throw error
        }
    }

    /// Runs a handler; what it throws has to be of the type that the requirement throws.
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

    /// The answer to a call that reached neither handler nor target, and who gave it.
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
