// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Synchronization

extension ProtocolProxy {
    /// Forwards one call of a protocol to which the forward delegate may conform besides `Delegate`.
    ///
    /// If the forward delegate does not conform to it, the call continues as if there were none.
    ///
    /// - Parameter facet: The protocol; listed in `facets`.
    @inlinable
    @inline(__always)
    public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        _ call: (inout Facet) throws(Failure) -> Return,
        edited: (inout Facet, Arguments) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        try forwardFacet(facet, selector, arguments, call, edited) { () throws(Failure) in nil }
    }

    /// Forwards one call of a protocol to which the forward delegate may conform besides `Delegate`, with a declared
    /// default.
    ///
    /// - Parameter fallback: The answer when there is neither a handler nor a conforming forward delegate.
    @inlinable
    @inline(__always)
    public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        default fallback: @autoclosure () throws(Failure) -> Return,
        _ call: (inout Facet) throws(Failure) -> Return,
        edited: (inout Facet, Arguments) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        try forwardFacet(facet, selector, arguments, call, edited) { () throws(Failure) in try fallback() }
    }

    /// Forwards one call of a protocol to which the forward delegate may conform besides `Delegate`, with a stand-in
    /// delegate.
    ///
    /// - Parameter standIn: Receives the call when there is neither a handler nor a conforming forward delegate.
    @inlinable
    @inline(__always)
    public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        otherwise standIn: Facet,
        _ call: (inout Facet) throws(Failure) -> Return,
        edited: (inout Facet, Arguments) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        try forwardFacet(facet, selector, arguments, call, edited) { () throws(Failure) in
            var standIn = standIn
            return try call(&standIn)
        }
    }

    @inlinable
    @inline(__always)
    final func forwardFacet<Facet, Proxy, Arguments, Return, Failure>(
        _ facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: () -> Arguments,
        _ call: (inout Facet) throws(Failure) -> Return,
        _ edited: (inout Facet, Arguments) throws(Failure) -> Return,
        fallback: () throws(Failure) -> Return?
    ) throws(Failure) -> Return {
        let context = ThreadContext.current
        let depth = ThreadContext.enter(context, ObjectIdentifier(self))
        defer { leave(context, to: depth) }
        let state = published.load(ordering: .acquiring)
        return try pass(selector, arguments, state, context) { () throws(Failure) -> Return? in
            try ProxyState.withTarget(state, as: facet, call)
        } edited: { arguments throws(Failure) -> Return? in
            try ProxyState.withTarget(state, as: facet) { target throws(Failure) in try edited(&target, arguments) }
        } fallback: { () throws(Failure) -> Return? in
            try fallback()
        }
    }
}

extension ProxyState {
    /// Calls `body` with the target as the facet; nil when it does not conform, when there is no target, or when it is
    /// gone.
    @inlinable
    @inline(__always)
    static func withTarget<Facet, Return, Failure>(
        _ state: UnsafePointer<ProxyState>,
        as facet: DelegateFacet<Facet>,
        _ body: (inout Facet) throws(Failure) -> Return
    ) throws(Failure) -> Return? {
        if let words = state.pointee.words(as: facet) {
            // The words belong to the target that `withTarget` keeps alive.
            return try withTarget(state) { (_: inout Delegate) throws(Failure) in
                try TargetWords.withTarget(words, body)
            }
        }
        // A target that is not a class instance has no words, so it is cast on each call.
        guard state.pointee.holding == .value, var target = state.pointee.retained as? Facet else { return nil }
        return try body(&target)
    }
}
