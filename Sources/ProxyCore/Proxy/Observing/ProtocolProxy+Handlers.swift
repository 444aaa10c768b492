// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Reactive

extension ProtocolProxy {
    /// Lets a closure of the program answer a requirement, whatever the forward delegate answers.
    ///
    /// The newest handler answers; when it is taken away, the one before it does again.
    ///
    /// - Parameters:
    ///   - selector: The requirement.
    ///   - callingTarget: Whether the forward delegate is called first, so that what it does still happens; its answer,
    ///     or the error that it throws, goes nowhere. Default true.
    ///   - handler: Called on the thread of the call. What it throws has to be of the type that the requirement throws.
    /// - Returns: Takes the handler away. Doing so from several threads, or twice, is harmless.
    public final func handle<Proxy, Arguments, Return>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        callingTarget: Bool = true,
        with handler: @escaping (Arguments) throws -> Return
    ) -> any Disposable {
        addHandler(for: selector, callsTarget: callingTarget, isAlwaysCalled: false, handler)
    }

    /// - Parameter isAlwaysCalled: Whether the handler is called, its answer going nowhere, while a newer one answers.
    final func addHandler<Proxy, Arguments, Return>(
        for selector: MethodSelector<Proxy, Arguments, Return>,
        callsTarget: Bool,
        isAlwaysCalled: Bool,
        _ body: @escaping (Arguments) throws -> Return
    ) -> any Disposable {
        let number = inspect { setup in
            setup.lastHandlerNumber += 1
            return setup.lastHandlerNumber
        }
        let handler = Handler(number: number, callsTarget: callsTarget, isAlwaysCalled: isAlwaysCalled, body: body)
        change { setup in
            // The maker of the site made the set with these types.
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
