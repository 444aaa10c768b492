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
        try forwardFacet(facet, selector, arguments, nil, call)
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
        try withoutActuallyEscaping(fallback) { fallback throws(Failure) in
            try forwardFacet(facet, selector, arguments, fallback, call)
        }
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
        try withoutActuallyEscaping(call) { call throws(Failure) in
            let fallback = { () throws(Failure) -> Return in
                var standIn = standIn
                return try call(&standIn)
            }
            return try forwardFacet(facet, selector, arguments, fallback, call)
        }
    }

    @inlinable
    final func forwardFacet<Facet, Proxy, Arguments, Return, Failure>(
        _ facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: () -> Arguments,
        _ fallback: (() throws(Failure) -> Return)?,
        _ call: (inout Facet) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        let context = ThreadContext.current
        let depth = ThreadContext.enter(context, ObjectIdentifier(self))
        defer { leave(context, to: depth) }
        let state = published.load(ordering: .acquiring)
        if let words = state.pointee.words(as: facet) {
            if state.pointee.isDirect, !state.pointee.gate.pointee.isRecording.load(ordering: .relaxed) {
                CallWriter.countSuppressed(state.pointee.gate, context)
                return try TargetWords.withTarget(words, call)
            }
            // The words are of the target that the state keeps alive for this closure.
            return try forwardFully(selector, arguments(), state, context, fallback) {
                (_: inout Delegate) throws(Failure) in try TargetWords.withTarget(words, call)
            }
        }
        // A target that is no class instance has no words: it is cast for each call.
        var target = state.pointee.holding == .value ? state.pointee.retained as? Facet : nil
        return try forwardFully(selector, arguments(), state, context, fallback, reachesTarget: target != nil) {
            (_: inout Delegate) throws(Failure) in try call(&target!)
        }
    }
}
