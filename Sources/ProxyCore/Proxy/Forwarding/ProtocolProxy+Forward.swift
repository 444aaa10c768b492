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
        return try pass(selector, arguments, state, context) { () throws(Failure) in
            try ProxyState.withTarget(state, call)
        } fallback: { () throws(Failure) in
            nil
        }
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
        return try pass(selector, arguments, state, context) { () throws(Failure) in
            try ProxyState.withTarget(state, call)
        } fallback: { () throws(Failure) in
            try fallback()
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
        return try pass(selector, arguments, state, context) { () throws(Failure) in
            try ProxyState.withTarget(state, call)
        } fallback: { () throws(Failure) in
            var standIn = standIn()
            return try call(&standIn)
        }
    }
}
