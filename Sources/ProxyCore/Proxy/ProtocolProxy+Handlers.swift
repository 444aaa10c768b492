// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Reactive

extension ProtocolProxy {
    /// Lets a closure of the program answer a requirement, in place of the forward delegate.
    ///
    /// The newest handler answers. One that it replaced does not come back; disposing of that does nothing.
    ///
    /// - Parameters:
    ///   - selector: The requirement.
    ///   - handler: Called on the thread of the call. What it throws has to be of the type that the requirement throws.
    /// - Returns: Takes the handler away.
    public final func handle<Proxy, Arguments, Return>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        with handler: @escaping (Arguments) throws -> Return
    ) -> any Disposable {
        var number = 0
        let site = selector.site
        let handler = Handler(body: handler)
        change { setup in
            setup.lastHandlerNumber += 1
            number = setup.lastHandlerNumber
            let set = setup.hookSet(for: site)
            set.handlerNumber = number
            (set as? TypedHookSet<Arguments, Return>)?.handler = handler.body
        }
        capabilitiesDidChange()
        return Disposables.create { [weak self] in self?.removeHandler(number, of: AnyMethodSelector(selector)) }
    }

    private func removeHandler(_ number: Int, of selector: AnyMethodSelector) {
        var isOurs = false
        change { setup in
            let set = setup.hookSet(for: selector.site)
            isOurs = set.handlerNumber == number
            if isOurs { set.handlerNumber = 0 }
        }
        if isOurs { capabilitiesDidChange() }
    }
}

private struct Handler<Arguments, Return>: @unchecked Sendable {
    // Sendable: called on the threads that the program's documentation names, as every delegate method is.
    let body: (Arguments) throws -> Return
}
