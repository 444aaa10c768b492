// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Synchronization

extension ProtocolProxy {
    /// Forwards one call to a handler of the program, else to the forward delegate, else to the declared default.
    ///
    /// The order is: record the arguments, notify observers of `sentMessage`, forward the call, notify observers of
    /// `methodInvoked` and `returned`, end the record. Errors propagate unchanged.
    ///
    /// - Parameters:
    ///   - selector: The requirement.
    ///   - arguments: Its arguments as a tuple; evaluated only when they are recorded or observed.
    ///   - call: Calls the requirement on the given delegate.
    ///   - edited: Calls it with other arguments, for rules that change them. Needed only if the selector has the trait
    ///     `.editable`.
    /// - Returns: The answer of the delegate or the handler. Without any answer, a requirement with a result stops the
    ///   program with a message that names it; one without a result does nothing.
    /// - Complexity: Allocates nothing and takes no lock when the values are plain data.
    @inlinable
    @inline(__always)
    public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        _ call: (inout Delegate) throws(Failure) -> Return,
        edited: (inout Delegate, Arguments) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        let context = ThreadContext.current
        let depth = ThreadContext.enter(context, ObjectIdentifier(self))
        defer { leave(context, to: depth) }
        let state = published.load(ordering: .acquiring)
        return try pass(selector, arguments, state, context) { () throws(Failure) in
            try ProxyState.withTarget(state, call)
        } edited: { arguments throws(Failure) in
            try ProxyState.withTarget(state) { target throws(Failure) in try edited(&target, arguments) }
        } fallback: { () throws(Failure) in
            nil
        }
    }

    /// Forwards one call, with a declared default.
    ///
    /// - Parameter fallback: The answer when there is neither a handler nor a forward delegate.
    @inlinable
    @inline(__always)
    public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        default fallback: @autoclosure () throws(Failure) -> Return,
        _ call: (inout Delegate) throws(Failure) -> Return,
        edited: (inout Delegate, Arguments) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        let context = ThreadContext.current
        let depth = ThreadContext.enter(context, ObjectIdentifier(self))
        defer { leave(context, to: depth) }
        let state = published.load(ordering: .acquiring)
        return try pass(selector, arguments, state, context) { () throws(Failure) in
            try ProxyState.withTarget(state, call)
        } edited: { arguments throws(Failure) in
            try ProxyState.withTarget(state) { target throws(Failure) in try edited(&target, arguments) }
        } fallback: { () throws(Failure) in
            try fallback()
        }
    }

    /// Forwards one call, with a stand-in delegate.
    ///
    /// - Parameter standIn: Receives the call when there is neither a handler nor a forward delegate; it implements the
    ///   default behaviour of the protocol. Its answer is recorded as the default.
    @inlinable
    @inline(__always)
    public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        otherwise standIn: @autoclosure () -> Delegate,
        _ call: (inout Delegate) throws(Failure) -> Return,
        edited: (inout Delegate, Arguments) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        let context = ThreadContext.current
        let depth = ThreadContext.enter(context, ObjectIdentifier(self))
        defer { leave(context, to: depth) }
        let state = published.load(ordering: .acquiring)
        return try pass(selector, arguments, state, context) { () throws(Failure) in
            try ProxyState.withTarget(state, call)
        } edited: { arguments throws(Failure) in
            try ProxyState.withTarget(state) { target throws(Failure) in try edited(&target, arguments) }
        } fallback: { () throws(Failure) in
            var standIn = standIn()
            return try call(&standIn)
        }
    }
}
