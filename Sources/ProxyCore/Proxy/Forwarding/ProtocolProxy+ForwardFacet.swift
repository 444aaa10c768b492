// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Synchronization

extension ProtocolProxy {
    /// Passes on one call of a protocol that the forward delegate may conform to besides `Delegate`.
    ///
    /// A forward delegate that does not conform to it is passed over, as if there were none.
    ///
    /// - Parameter facet: The protocol; listed in `facets`.
    @inlinable
    @inline(__always)
    public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        _ call: (inout Facet) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        try forwardFacet(facet, selector, arguments, call) { () throws(Failure) in nil }
    }

    /// Passes on one call of a protocol that the forward delegate may conform to besides `Delegate`, with a declared
    /// default.
    ///
    /// - Parameter fallback: Answers when there is neither a handler nor a forward delegate that conforms.
    @inlinable
    @inline(__always)
    public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        default fallback: @autoclosure () throws(Failure) -> Return,
        _ call: (inout Facet) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        try forwardFacet(facet, selector, arguments, call) { () throws(Failure) in try fallback() }
    }

    /// Passes on one call of a protocol that the forward delegate may conform to besides `Delegate`, with a stand-in.
    ///
    /// - Parameter standIn: Gets the call when there is neither a handler nor a forward delegate that conforms.
    @inlinable
    @inline(__always)
    public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        otherwise standIn: Facet,
        _ call: (inout Facet) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        try forwardFacet(facet, selector, arguments, call) { () throws(Failure) in
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
        fallback: () throws(Failure) -> Return?
    ) throws(Failure) -> Return {
        let context = ThreadContext.current
        let depth = ThreadContext.enter(context, ObjectIdentifier(self))
        defer { leave(context, to: depth) }
        let state = published.load(ordering: .acquiring)
        return try pass(selector, arguments, state, context) { () throws(Failure) -> Return? in
            try ProxyState.withTarget(state, as: facet, call)
        } fallback: { () throws(Failure) -> Return? in
            try fallback()
        }
    }
}

extension ProxyState {
    /// Lets `body` use the target as what else it is; nil when it is not that, when there is none or when it is gone.
    @inlinable
    @inline(__always)
    static func withTarget<Facet, Return, Failure>(
        _ state: UnsafePointer<ProxyState>,
        as facet: DelegateFacet<Facet>,
        _ body: (inout Facet) throws(Failure) -> Return
    ) throws(Failure) -> Return? {
        if let words = state.pointee.words(as: facet) {
            // The words are of the target that is kept alive here.
            return try withTarget(state) { (_: inout Delegate) throws(Failure) in
                try TargetWords.withTarget(words, body)
            }
        }
        // A target that is no class instance has no words: it is cast for each call.
        guard state.pointee.holding == .value, var target = state.pointee.retained as? Facet else { return nil }
        return try body(&target)
    }
}
