// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The forms for requirements that run on the actor of their caller. A type of function is optional here for no other
// reason than that two functions may not differ in the isolation of a parameter only.

extension ProtocolProxy {
    /// Forwards one call of an async requirement that runs on its caller's actor.
    ///
    /// Like the form above, but `call` runs on the actor of the caller, without leaving it: that is where the requirement
    /// runs if it is `nonisolated(nonsending)`, as all are in a module with the upcoming feature
    /// `NonisolatedNonsendingByDefault` that don't say otherwise.
    ///
    /// - Parameter like: An async function type with the isolation of the requirement. `(() async -> Void).self` has the
    ///   isolation that the module's requirements have by default, and so chooses the right form in every module.
    @inlinable
    nonisolated(nonsending) public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        like _: (nonisolated(nonsending) () async -> Void).Type?,
        _ call: nonisolated(nonsending) (inout Delegate) async throws(Failure) -> Return,
        edited: nonisolated(nonsending) (inout Delegate, Arguments) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        let passage = depart(selector, arguments) { ProxyState.withTarget($0) { $0 } }
        return try await pass(passage, selector, arguments, call, edited) { () async throws(Failure) -> Return? in nil }
    }

    /// Forwards one call of an async requirement that runs on its caller's actor, with a declared default.
    ///
    /// - Parameter fallback: The answer when there is neither a handler nor a forward delegate.
    @inlinable
    nonisolated(nonsending) public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        default fallback: @autoclosure () throws(Failure) -> Return,
        like _: (nonisolated(nonsending) () async -> Void).Type?,
        _ call: nonisolated(nonsending) (inout Delegate) async throws(Failure) -> Return,
        edited: nonisolated(nonsending) (inout Delegate, Arguments) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        let passage = depart(selector, arguments) { ProxyState.withTarget($0) { $0 } }
        return try await pass(passage, selector, arguments, call, edited) { () async throws(Failure) -> Return? in
            try fallback()
        }
    }

    /// Forwards one call of an async requirement that runs on its caller's actor, with a stand-in delegate.
    ///
    /// - Parameter standIn: Receives the call when there is neither a handler nor a forward delegate. Its answer is
    ///   recorded as the default.
    @inlinable
    nonisolated(nonsending) public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        otherwise standIn: @autoclosure () -> Delegate,
        like _: (nonisolated(nonsending) () async -> Void).Type?,
        _ call: nonisolated(nonsending) (inout Delegate) async throws(Failure) -> Return,
        edited: nonisolated(nonsending) (inout Delegate, Arguments) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        let passage = depart(selector, arguments) { ProxyState.withTarget($0) { $0 } }
        return try await pass(passage, selector, arguments, call, edited) { () async throws(Failure) -> Return? in
            nonisolated(unsafe) var standIn = standIn()
            return try await call(&standIn)
        }
    }

    /// Forwards one async call of a protocol to which the forward delegate may conform besides `Delegate`, on the
    /// caller's actor.
    ///
    /// - Parameter facet: The protocol; listed in `facets`.
    @inlinable
    nonisolated(nonsending) public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        like _: (nonisolated(nonsending) () async -> Void).Type?,
        _ call: nonisolated(nonsending) (inout Facet) async throws(Failure) -> Return,
        edited: nonisolated(nonsending) (inout Facet, Arguments) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        let passage = depart(selector, arguments) { Self.target($0, as: facet) }
        return try await pass(passage, selector, arguments, call, edited) { () async throws(Failure) -> Return? in nil }
    }

    /// Forwards one async call of a protocol to which the forward delegate may conform besides `Delegate`, on the
    /// caller's actor, with a declared default.
    ///
    /// - Parameter fallback: The answer when there is neither a handler nor a conforming forward delegate.
    @inlinable
    nonisolated(nonsending) public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        default fallback: @autoclosure () throws(Failure) -> Return,
        like _: (nonisolated(nonsending) () async -> Void).Type?,
        _ call: nonisolated(nonsending) (inout Facet) async throws(Failure) -> Return,
        edited: nonisolated(nonsending) (inout Facet, Arguments) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        let passage = depart(selector, arguments) { Self.target($0, as: facet) }
        return try await pass(passage, selector, arguments, call, edited) { () async throws(Failure) -> Return? in
            try fallback()
        }
    }

    /// Forwards one async call of a protocol to which the forward delegate may conform besides `Delegate`, on the
    /// caller's actor, with a stand-in delegate.
    ///
    /// - Parameter standIn: Receives the call when there is neither a handler nor a conforming forward delegate.
    @inlinable
    nonisolated(nonsending) public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        otherwise standIn: @autoclosure () -> Facet,
        like _: (nonisolated(nonsending) () async -> Void).Type?,
        _ call: nonisolated(nonsending) (inout Facet) async throws(Failure) -> Return,
        edited: nonisolated(nonsending) (inout Facet, Arguments) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        let passage = depart(selector, arguments) { Self.target($0, as: facet) }
        return try await pass(passage, selector, arguments, call, edited) { () async throws(Failure) -> Return? in
            nonisolated(unsafe) var standIn = standIn()
            return try await call(&standIn)
        }
    }
}
