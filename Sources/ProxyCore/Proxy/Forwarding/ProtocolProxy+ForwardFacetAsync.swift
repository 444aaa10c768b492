// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ProtocolProxy {
    /// Forwards one async call of a protocol to which the forward delegate may conform besides `Delegate`.
    ///
    /// If the forward delegate does not conform to it, the call continues as if there were none.
    ///
    /// - Parameter facet: The protocol; listed in `facets`.
    @inlinable
    nonisolated(nonsending) public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        like _: (@concurrent () async -> Void).Type = (@concurrent () async -> Void).self,
        _ call: @concurrent (inout Facet) async throws(Failure) -> Return,
        edited: @concurrent (inout Facet, Arguments) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        let passage = depart(selector, arguments) { Self.target($0, as: facet) }
        return try await pass(passage, selector, arguments, call, edited) { () async throws(Failure) -> Return? in nil }
    }

    /// Forwards one async call of a protocol to which the forward delegate may conform besides `Delegate`, with a
    /// declared default.
    ///
    /// - Parameter fallback: The answer when there is neither a handler nor a conforming forward delegate.
    @inlinable
    nonisolated(nonsending) public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        default fallback: @autoclosure () throws(Failure) -> Return,
        like _: (@concurrent () async -> Void).Type = (@concurrent () async -> Void).self,
        _ call: @concurrent (inout Facet) async throws(Failure) -> Return,
        edited: @concurrent (inout Facet, Arguments) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        let passage = depart(selector, arguments) { Self.target($0, as: facet) }
        return try await pass(passage, selector, arguments, call, edited) { () async throws(Failure) -> Return? in
            try fallback()
        }
    }

    /// Forwards one async call of a protocol to which the forward delegate may conform besides `Delegate`, with a
    /// stand-in delegate.
    ///
    /// - Parameter standIn: Receives the call when there is neither a handler nor a conforming forward delegate.
    @inlinable
    nonisolated(nonsending) public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        otherwise standIn: @autoclosure () -> Facet,
        like _: (@concurrent () async -> Void).Type = (@concurrent () async -> Void).self,
        _ call: @concurrent (inout Facet) async throws(Failure) -> Return,
        edited: @concurrent (inout Facet, Arguments) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        let passage = depart(selector, arguments) { Self.target($0, as: facet) }
        return try await pass(passage, selector, arguments, call, edited) { () async throws(Failure) -> Return? in
            nonisolated(unsafe) var standIn = standIn()
            return try await call(&standIn)
        }
    }

    /// The target as the facet, retained; nil when it does not conform or is gone.
    @inlinable
    static func target<Facet>(_ state: UnsafePointer<ProxyState<Delegate>>, as facet: DelegateFacet<Facet>) -> Facet? {
        guard let words = state.pointee.words(as: facet) else {
            return state.pointee.holding == .value ? state.pointee.retained as? Facet : nil
        }
        return ProxyState.withTarget(state) { (_: inout Delegate) in
            TargetWords.withTarget(words) { (target: inout Facet) in target }
        }
    }
}
