// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A protocol that a forward delegate may conform to besides its own: one that refines it, or another one that the
/// parent object asks for with `as?`.
///
/// A delegate is cast when it is set, once per facet, so that a call pays for no cast. Keep a facet in a `static let`:
/// it is found by its identity.
public struct DelegateFacet<Facet>: Sendable {
    @usableFromInline
    let number: UInt

    /// A facet that no delegate has been asked for yet.
    public init() { number = FacetNumbers.next() }
}

/// A facet of any type, as a proxy lists them all.
public struct AnyDelegateFacet: Sendable {
    let number: UInt
    let words: @Sendable (Any) -> TargetWords?
    let protocolName: String

    /// Forgets the type.
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
