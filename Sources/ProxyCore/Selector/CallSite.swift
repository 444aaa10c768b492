// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What a recorded call reads of its requirement: plain immortal memory, so that reading it counts no reference.
@usableFromInline
struct CallSite {
    let requirement: Unmanaged<Requirement>
    /// One per parameter, in order.
    let arguments: UnsafeBufferPointer<ValueSite>
    /// The `inout` ones among them.
    let inouts: UnsafeBufferPointer<InoutSite>
    /// Whether all arguments are taken without running code of the program: its descriptions, mirrors, iterators. False
    /// where one is `inout`.
    @usableFromInline
    let isPlain: Bool
    /// Whether an argument is `inout`.
    @usableFromInline
    let hasInout: Bool
    /// One bit, by which sites that belong together can mostly be told apart.
    @usableFromInline
    let bit: UInt64
    /// Nil for Void.
    let result: ValueSite?
    /// Makes what observers of the requirement subscribe to; immortal.
    let hookSets: Unmanaged<HookSetMaker>
}

extension CallSite {
    private static let count = Atomic<UInt64>(0)

    /// Who answers a call that reaches a default body.
    var unansweredPath: Invocation.ReturnPath { result == nil ? .none : .default }

    /// A bit for a new site: no two of 64 that are made one after another share theirs.
    static func nextBit() -> UInt64 { 1 << (count.add(1, ordering: .relaxed).oldValue & 63) }
}

/// Lays the elements of a tuple out as Swift does: in order, each at the next multiple of its alignment.
struct TupleLayout {
    private(set) var size = 0

    mutating func append<Element>(_ type: Element.Type) -> Int {
        let alignment = MemoryLayout<Element>.alignment
        let offset = (size + alignment - 1) & ~(alignment - 1)
        size = offset + MemoryLayout<Element>.size
        return offset
    }
}
