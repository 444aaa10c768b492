// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The forms of `forward` without `edited:`. A default value in its place would crash the compiler (Swift 6.3).

extension ProtocolProxy {
    /// Like the form with `edited:`, for requirements whose arguments rules can't change.
    @inlinable
    @inline(__always)
    public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        _ call: (inout Delegate) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        try forward(selector, arguments(), call) { (_, _) throws(Failure) in
            neverEdited()
        }
    }

    /// Like the form with `edited:`, for requirements whose arguments rules can't change.
    @inlinable
    @inline(__always)
    public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        default fallback: @autoclosure () throws(Failure) -> Return,
        _ call: (inout Delegate) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        try forward(selector, arguments(), default: try fallback(), call) { (_, _) throws(Failure) in
            neverEdited()
        }
    }

    /// Like the form with `edited:`, for requirements whose arguments rules can't change.
    @inlinable
    @inline(__always)
    public final func forward<Proxy, Arguments, Return, Failure>(
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        otherwise standIn: @autoclosure () -> Delegate,
        _ call: (inout Delegate) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        try forward(selector, arguments(), otherwise: standIn(), call) { (_, _) throws(Failure) in
            neverEdited()
        }
    }

    /// Like the form with `edited:`, for requirements whose arguments rules can't change.
    @inlinable
    @inline(__always)
    public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        _ call: (inout Facet) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        try forward(as: facet, selector, arguments(), call) { (_, _) throws(Failure) in
            neverEdited()
        }
    }

    /// Like the form with `edited:`, for requirements whose arguments rules can't change.
    @inlinable
    @inline(__always)
    public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        default fallback: @autoclosure () throws(Failure) -> Return,
        _ call: (inout Facet) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        try forward(as: facet, selector, arguments(), default: try fallback(), call) { (_, _) throws(Failure) in
            neverEdited()
        }
    }

    /// Like the form with `edited:`, for requirements whose arguments rules can't change.
    @inlinable
    @inline(__always)
    public final func forward<Facet, Proxy, Arguments, Return, Failure>(
        as facet: DelegateFacet<Facet>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ arguments: @autoclosure () -> Arguments,
        otherwise standIn: Facet,
        _ call: (inout Facet) throws(Failure) -> Return
    ) throws(Failure) -> Return {
        try forward(as: facet, selector, arguments(), otherwise: standIn, call) { (_, _) throws(Failure) in
            neverEdited()
        }
    }
}
