// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A protocol to which a forward delegate may conform besides its own.
///
/// It either refines the delegate protocol, or the parent object queries it with `as?`. A delegate is cast once per
/// facet when it is set, so calls need no cast. Keep a facet in a `static let`: it is looked up by identity.
public struct DelegateFacet<Facet>: Sendable {
    @usableFromInline
    let number: UInt

    /// Creates a new facet.
    public init() { number = FacetNumbers.next() }

    /// Creates a facet with the identity of another: a generic proxy, which has no place for a `static let`, finds its
    /// facet again by one that depends on none of its types.
    @inlinable
    public init<Key>(identifiedBy key: DelegateFacet<Key>) { number = key.number }
}

/// A type-erased facet, for a proxy's list of facets.
public struct AnyDelegateFacet: Sendable {
    let number: UInt
    let words: @Sendable (Any) -> TargetWords?
    let protocolName: String

    /// Erases the type.
    public init<Facet>(_ facet: DelegateFacet<Facet>) {
        number = facet.number
        protocolName = TypeName.ofProtocol(Facet.self)
        words = { target in (target as? Facet).flatMap { TargetWords($0) } }
    }
}

/// One facet of one target, as words.
@usableFromInline
struct TargetFacet: Sendable {
    @usableFromInline
    let number: UInt
    @usableFromInline
    let words: TargetWords
}

private enum FacetNumbers {
    private static let last = Atomic<UInt>(0)

    static func next() -> UInt { last.add(1, ordering: .relaxed).newValue }
}
