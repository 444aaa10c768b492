// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The facts of a requirement that a recorded call reads. Plain memory that is never freed, so reading it counts no
/// reference.
@usableFromInline
struct CallSite {
    let requirement: Unmanaged<Requirement>
    /// One per parameter, in order.
    let arguments: UnsafeBufferPointer<ValueSite>
    /// The `inout` arguments.
    let inouts: UnsafeBufferPointer<InoutSite>
    /// Whether all arguments can be read without running user code such as descriptions, mirrors and iterators. False
    /// if an argument is `inout` or a closure, or there are very many.
    @usableFromInline
    let isPlain: Bool
    /// Whether an argument is `inout`.
    @usableFromInline
    let hasInout: Bool
    /// One bit that differs between most sites of a protocol.
    @usableFromInline
    let bit: UInt64
    /// Nil for Void.
    let result: ValueSite?
    /// Creates the requirement's hook sets; never freed.
    let hookSets: Unmanaged<HookSetMaker>
    /// The type that the requirement throws, if it is another than `any Error`.
    var failure: Any.Type?
    /// Whether the values are written without code of the program; see `ValueWriter.isStructural`.
    var isStructural = false
}

extension CallSite {
    /// Whether calls with these arguments are plain, if none is `inout`.
    static func arePlain(_ arguments: [ValueSite]) -> Bool {
        arguments.count <= PlainArguments.most && arguments.allSatisfy { $0.isPlain && !$0.form.isFunction }
    }

    private static let count = Atomic<UInt64>(0)

    /// The return path of a call that runs a default body.
    var unansweredPath: Invocation.ReturnPath { result == nil ? .none : .default }

    /// The bit for a new site; 64 consecutively created sites all have different bits.
    static func nextBit() -> UInt64 { 1 << (count.add(1, ordering: .relaxed).oldValue & 63) }
}

/// Computes the layout of a tuple as Swift does: elements in order, each at the next multiple of its alignment.
struct TupleLayout {
    private(set) var size = 0

    mutating func append<Element>(_ type: Element.Type) -> Int {
        let alignment = MemoryLayout<Element>.alignment
        let offset = (size + alignment - 1) & ~(alignment - 1)
        size = offset + MemoryLayout<Element>.size
        return offset
    }
}

extension CallSite {
    /// The immortal call site at an address taken from a record.
    static func at(_ address: UInt) -> UnsafePointer<CallSite> {
        // The address comes from such a pointer, which is never null.
        UnsafePointer(bitPattern: address)!
    }
}
