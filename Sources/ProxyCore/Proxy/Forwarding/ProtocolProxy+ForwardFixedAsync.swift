// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The async forms of `forward` without `edited:`.

extension ProtocolProxy {
    /// Like the form with `edited:`, for requirements whose arguments rules can't change.
    @inlinable
    nonisolated(nonsending) public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        like _: (@concurrent () async -> Void).Type = (@concurrent () async -> Void).self,
        _ call: @concurrent (inout Delegate) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        try await forward(
            selector,
            arguments(),
            like: (@concurrent () async -> Void).self,
            call
        ) { (_, _) async throws(Failure) in
            neverEdited()
        }
    }

    /// Like the form with `edited:`, for requirements whose arguments rules can't change.
    @inlinable
    nonisolated(nonsending) public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        default fallback: @autoclosure () throws(Failure) -> Return,
        like _: (@concurrent () async -> Void).Type = (@concurrent () async -> Void).self,
        _ call: @concurrent (inout Delegate) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        try await forward(
            selector,
            arguments(),
            default: try fallback(),
            like: (@concurrent () async -> Void).self,
            call
        ) { (_, _) async throws(Failure) in
            neverEdited()
        }
    }

    /// Like the form with `edited:`, for requirements whose arguments rules can't change.
    @inlinable
    nonisolated(nonsending) public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        otherwise standIn: @autoclosure () -> Delegate,
        like _: (@concurrent () async -> Void).Type = (@concurrent () async -> Void).self,
        _ call: @concurrent (inout Delegate) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        try await forward(
            selector,
            arguments(),
            otherwise: standIn(),
            like: (@concurrent () async -> Void).self,
            call
        ) { (_, _) async throws(Failure) in
            neverEdited()
        }
    }

    /// Like the form with `edited:`, for requirements whose arguments rules can't change.
    @inlinable
    nonisolated(nonsending) public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        like _: (@concurrent () async -> Void).Type = (@concurrent () async -> Void).self,
        _ call: @concurrent (inout Facet) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        try await forward(
            as: facet,
            selector,
            arguments(),
            like: (@concurrent () async -> Void).self,
            call
        ) { (_, _) async throws(Failure) in
            neverEdited()
        }
    }

    /// Like the form with `edited:`, for requirements whose arguments rules can't change.
    @inlinable
    nonisolated(nonsending) public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        default fallback: @autoclosure () throws(Failure) -> Return,
        like _: (@concurrent () async -> Void).Type = (@concurrent () async -> Void).self,
        _ call: @concurrent (inout Facet) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        try await forward(
            as: facet,
            selector,
            arguments(),
            default: try fallback(),
            like: (@concurrent () async -> Void).self,
            call
        ) { (_, _) async throws(Failure) in
            neverEdited()
        }
    }

    /// Like the form with `edited:`, for requirements whose arguments rules can't change.
    @inlinable
    nonisolated(nonsending) public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        otherwise standIn: @autoclosure () -> Facet,
        like _: (@concurrent () async -> Void).Type = (@concurrent () async -> Void).self,
        _ call: @concurrent (inout Facet) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        try await forward(
            as: facet,
            selector,
            arguments(),
            otherwise: standIn(),
            like: (@concurrent () async -> Void).self,
            call
        ) { (_, _) async throws(Failure) in
            neverEdited()
        }
    }

    /// Like the form with `edited:`, for requirements whose arguments rules can't change.
    @inlinable
    nonisolated(nonsending) public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        like _: (nonisolated(nonsending) () async -> Void).Type?,
        _ call: nonisolated(nonsending) (inout Delegate) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        try await forward(
            selector,
            arguments(),
            like: (nonisolated(nonsending) () async -> Void).self,
            call
        ) { (_, _) async throws(Failure) in
            neverEdited()
        }
    }

    /// Like the form with `edited:`, for requirements whose arguments rules can't change.
    @inlinable
    nonisolated(nonsending) public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        default fallback: @autoclosure () throws(Failure) -> Return,
        like _: (nonisolated(nonsending) () async -> Void).Type?,
        _ call: nonisolated(nonsending) (inout Delegate) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        try await forward(
            selector,
            arguments(),
            default: try fallback(),
            like: (nonisolated(nonsending) () async -> Void).self,
            call
        ) { (_, _) async throws(Failure) in
            neverEdited()
        }
    }

    /// Like the form with `edited:`, for requirements whose arguments rules can't change.
    @inlinable
    nonisolated(nonsending) public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        otherwise standIn: @autoclosure () -> Delegate,
        like _: (nonisolated(nonsending) () async -> Void).Type?,
        _ call: nonisolated(nonsending) (inout Delegate) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        try await forward(
            selector,
            arguments(),
            otherwise: standIn(),
            like: (nonisolated(nonsending) () async -> Void).self,
            call
        ) { (_, _) async throws(Failure) in
            neverEdited()
        }
    }

    /// Like the form with `edited:`, for requirements whose arguments rules can't change.
    @inlinable
    nonisolated(nonsending) public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        like _: (nonisolated(nonsending) () async -> Void).Type?,
        _ call: nonisolated(nonsending) (inout Facet) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        try await forward(
            as: facet,
            selector,
            arguments(),
            like: (nonisolated(nonsending) () async -> Void).self,
            call
        ) { (_, _) async throws(Failure) in
            neverEdited()
        }
    }

    /// Like the form with `edited:`, for requirements whose arguments rules can't change.
    @inlinable
    nonisolated(nonsending) public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        default fallback: @autoclosure () throws(Failure) -> Return,
        like _: (nonisolated(nonsending) () async -> Void).Type?,
        _ call: nonisolated(nonsending) (inout Facet) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        try await forward(
            as: facet,
            selector,
            arguments(),
            default: try fallback(),
            like: (nonisolated(nonsending) () async -> Void).self,
            call
        ) { (_, _) async throws(Failure) in
            neverEdited()
        }
    }

    /// Like the form with `edited:`, for requirements whose arguments rules can't change.
    @inlinable
    nonisolated(nonsending) public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        otherwise standIn: @autoclosure () -> Facet,
        like _: (nonisolated(nonsending) () async -> Void).Type?,
        _ call: nonisolated(nonsending) (inout Facet) async throws(Failure) -> Return
    ) async throws(Failure) -> Return {
        try await forward(
            as: facet,
            selector,
            arguments(),
            otherwise: standIn(),
            like: (nonisolated(nonsending) () async -> Void).self,
            call
        ) { (_, _) async throws(Failure) in
            neverEdited()
        }
    }
}
