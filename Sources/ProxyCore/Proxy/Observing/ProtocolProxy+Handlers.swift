// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Reactive

extension ProtocolProxy {
    /// Installs a closure that answers a requirement in place of the forward delegate.
    ///
    /// The newest handler answers. When it is removed, the previous one answers again.
    ///
    /// - Parameters:
    ///   - selector: The requirement.
    ///   - callingTarget: Whether the forward delegate is called first, for its side effects; its result or error is
    ///     discarded. Default true.
    ///   - handler: Called on the calling thread. A closure written in an actor's code belongs to that actor, and stops
    ///     the program when a call comes from elsewhere. It may only throw errors of the type that the requirement
    ///     throws.
    /// - Returns: Removes the handler. Disposing of it from several threads, or twice, is harmless.
    public final func handle<Proxy, Arguments, Return>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        callingTarget: Bool = true,
        with handler: @escaping @isolated(any) (Arguments) throws -> Return
    ) -> any Disposable {
        let handler = ActorCheck.answer(handler)
        return addHandler(for: selector, callsTarget: callingTarget, isAlwaysCalled: false, handler)
    }

    /// Installs a closure that answers an async requirement, and may suspend.
    ///
    /// Like the form for a closure that doesn't, except that a call of a requirement that is not async stops the
    /// program.
    ///
    /// - Parameter handler: Runs where the call was made: on the actor of the caller.
    public final func handle<Proxy, Arguments, Return>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        callingTarget: Bool = true,
        with handler: nonisolated(nonsending) @escaping (Arguments) async throws -> Return
    ) -> any Disposable {
        addHandler(for: selector, callsTarget: callingTarget, isAlwaysCalled: false, .suspending(handler))
    }

    /// - Parameter isAlwaysCalled: Whether the handler still runs, its answer discarded, while a newer one answers.
    final func addHandler<Proxy, Arguments, Return>(
        for selector: MethodSelector<Proxy, Arguments, Return>,
        callsTarget: Bool,
        isAlwaysCalled: Bool,
        _ body: @escaping (Arguments) throws -> Return
    ) -> any Disposable {
        addHandler(for: selector, callsTarget: callsTarget, isAlwaysCalled: isAlwaysCalled, .prompt(body))
    }

    private func addHandler<Proxy, Arguments, Return>(
        for selector: MethodSelector<Proxy, Arguments, Return>,
        callsTarget: Bool,
        isAlwaysCalled: Bool,
        _ answer: Handler<Arguments, Return>.Answer
    ) -> any Disposable {
        let number = inspect { setup in
            setup.lastHandlerNumber += 1
            return setup.lastHandlerNumber
        }
        let handler = Handler(number: number, callsTarget: callsTarget, isAlwaysCalled: isAlwaysCalled, answer: answer)
        change { setup in
            // The call site's maker created the set with these types.
            (setup.hookSet(for: selector.site) as! TypedHookSet<Arguments, Return>).handlers.append(handler)
        }
        capabilitiesDidChange()
        return Disposables.create { [weak self] in self?.removeHandler(number, of: AnyMethodSelector(selector)) }
    }

    private func removeHandler(_ number: Int, of selector: AnyMethodSelector) {
        var removed: AnyObject?
        change { removed = $0.hookSet(for: selector.site).removeHandler(number) }
        if removed != nil { capabilitiesDidChange() }
    }
}
