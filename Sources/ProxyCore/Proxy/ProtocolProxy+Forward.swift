// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Synchronization

extension ProtocolProxy {
    /// Passes one call on: to a handler of the program, else to the forward delegate, else to the declared default.
    ///
    /// In this order: the arguments are taken for the record, observers of `sentMessage` see them, the call is passed
    /// on, observers of `methodInvoked` and `returned` see it, the record ends. An error passes unchanged.
    ///
    /// - Parameters:
    ///   - selector: The requirement.
    ///   - arguments: Its arguments as a tuple; not evaluated when nobody wants them.
    ///   - call: Passes the call on to the delegate that it is given.
    /// - Returns: What the delegate or the handler answered. A requirement with a result that nobody answers stops the
    ///   program with a message that names it; one without a result does nothing.
    /// - Complexity: Allocates nothing and takes no lock when the values are plain data.
    @inlinable
    @inline(__always)
    public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        _ call: (inout Delegate) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        let context = ThreadContext.current
        let depth = ThreadContext.enter(context, ObjectIdentifier(self))
        defer { leave(context, to: depth) }
        let state = published.load(ordering: .acquiring)
        if state.pointee.isDirect, !state.pointee.gate.pointee.isRecording.load(ordering: .relaxed) {
            CallWriter.countSuppressed(state.pointee.gate, context)
            return try TargetWords.withTarget(state.pointee.words, call)
        }
        return try forwardFully(selector, arguments(), state, context, nil, call)
    }

    /// Passes one call on, with a declared default.
    ///
    /// - Parameter fallback: Answers when there is neither a handler nor a forward delegate.
    @inlinable
    @inline(__always)
    public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        default fallback: @autoclosure () throws(Failure) -> Return,
        _ call: (inout Delegate) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        let context = ThreadContext.current
        let depth = ThreadContext.enter(context, ObjectIdentifier(self))
        defer { leave(context, to: depth) }
        let state = published.load(ordering: .acquiring)
        if state.pointee.isDirect, !state.pointee.gate.pointee.isRecording.load(ordering: .relaxed) {
            CallWriter.countSuppressed(state.pointee.gate, context)
            return try TargetWords.withTarget(state.pointee.words, call)
        }
        return try withoutActuallyEscaping(fallback) { fallback throws(Failure) in
            try forwardFully(selector, arguments(), state, context, fallback, call)
        }
    }

    /// Passes one call on, with a stand-in.
    ///
    /// - Parameter standIn: Gets the call when there is neither a handler nor a forward delegate: an object that does
    ///   what the protocol does by itself. What it answers is recorded as the default.
    @inlinable
    @inline(__always)
    public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        otherwise standIn: @autoclosure () -> Delegate,
        _ call: (inout Delegate) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        let context = ThreadContext.current
        let depth = ThreadContext.enter(context, ObjectIdentifier(self))
        defer { leave(context, to: depth) }
        let state = published.load(ordering: .acquiring)
        if state.pointee.isDirect, !state.pointee.gate.pointee.isRecording.load(ordering: .relaxed) {
            CallWriter.countSuppressed(state.pointee.gate, context)
            return try TargetWords.withTarget(state.pointee.words, call)
        }
        let standIn = standIn()
        return try withoutActuallyEscaping(call) { call throws(Failure) in
            let fallback = { () throws(Failure) -> Return in
                var standIn = standIn
                return try call(&standIn)
            }
            return try forwardFully(selector, arguments(), state, context, fallback, call)
        }
    }

    @inlinable
    @inline(__always)
    final func leave(_ context: UnsafeMutablePointer<ThreadContext>, to depth: Int) {
        ThreadContext.leave(context, to: depth)
        if retiredStates.load(ordering: .relaxed) != 0 { Retirement.reclaim(UInt(bitPattern: ObjectIdentifier(self))) }
        if depth == ThreadContext.frameCount { Retirement.reclaimAll() }
    }

    /// The call with everything that can be asked of it. Specialised in the module that calls it.
    @inlinable
    @inline(never)
    final func forwardFully<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: Arguments,
        _ state: UnsafePointer<ProxyState<Delegate>>,
        _ context: UnsafeMutablePointer<ThreadContext>,
        _ fallback: (() throws(Failure) -> Return)?,
        reachesTarget: Bool = true,
        _ call: (inout Delegate) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        let token = withUnsafePointer(to: arguments) {
            CallWriter.begin(state.pointee.gate, context, selector.site, $0, revision: state.pointee.revision)
        }
        if let hooks = state.pointee.hooks(for: selector.site) {
            let hooks = unsafeDowncast(hooks, to: ProxyHooks<Arguments, Return>.self)
            return try forwardObserved(
                selector,
                arguments,
                state,
                context,
                token,
                hooks,
                fallback,
                reachesTarget: reachesTarget,
                call
            )
        }
        let end = CallEnd(token: token, gate: state.pointee.gate, context: context)
        var path = Invocation.ReturnPath.target
        do throws(Failure) {
            if reachesTarget, let result = try ProxyState.withTarget(state, call) {
                withUnsafePointer(to: result) { end.returned(selector.site, $0, path: .target) }
                return result
            }
            path = .default
            let result: Return
            (result, path) = try unanswered(selector, state, fallback)
            withUnsafePointer(to: result) { end.returned(selector.site, $0, path: path) }
            return result
        } catch {
            end.threw(error, path: path)
            throw error
        }
    }

    /// A call that somebody observes, or that a handler answers.
    @inlinable
    @inline(never)
    final func forwardObserved<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: Arguments,
        _ state: UnsafePointer<ProxyState<Delegate>>,
        _ context: UnsafeMutablePointer<ThreadContext>,
        _ token: CallToken,
        _ hooks: ProxyHooks<Arguments, Return>,
        _ fallback: (() throws(Failure) -> Return)?,
        reachesTarget: Bool = true,
        _ call: (inout Delegate) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        hooks.before?(arguments)
        var end = CallEnd(token: token, gate: state.pointee.gate, context: context)
        var path = Invocation.ReturnPath.target
        do throws(Failure) {
            end.startTarget()
            var answer: Return?
            if let handler = hooks.handler {
                path = .handler
                if hooks.handlerCallsTarget, reachesTarget { Self.callForEffect(state, call) }
                answer = try Self.ask(handler, arguments, throwing: Failure.self)
            } else if reachesTarget {
                answer = try ProxyState.withTarget(state, call)
            }
            end.endTarget()
            let result: Return
            if let answer {
                result = answer
            } else {
                path = .default
                (result, path) = try unanswered(selector, state, fallback)
            }
            hooks.after?(arguments)
            hooks.returned?(arguments, result)
            withUnsafePointer(to: result) { end.returned(selector.site, $0, path: path) }
            return result
        } catch {
            end.endTarget()
            hooks.after?(arguments)
            end.threw(error, path: path)
            throw error
        }
    }

    /// Calls the target for what it does; a handler answers in its place.
    @inlinable
    static func callForEffect<Return, Failure>(
        _ state: UnsafePointer<ProxyState<Delegate>>,
        _ call: (inout Delegate) throws(Failure) -> Return
    ) {
        do throws(Failure) { _ = try ProxyState.withTarget(state, call) } catch {}
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

    /// The answer to a call that reached neither handler nor target.
    @inlinable
    final func unanswered<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ state: UnsafePointer<ProxyState<Delegate>>,
        _ fallback: (() throws(Failure) -> Return)?
    ) throws(Failure) -> (Return, Invocation.ReturnPath) {
        if state.pointee.holding == .weakWords { targetIsGone() }
        if let fallback { return (try fallback(), .default) }
        if Return.self == Void.self { return (unsafeBitCast((), to: Return.self), .none) }
        Self.stopUnanswered(selector.selector)
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
