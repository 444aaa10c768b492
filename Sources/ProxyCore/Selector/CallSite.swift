// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a recorded call reads of its requirement: plain immortal memory, so that reading it counts no reference.
@usableFromInline
struct CallSite {
    let requirement: Unmanaged<Requirement>
    /// One per parameter, in order.
    let arguments: UnsafeBufferPointer<ValueSite>
    /// Whether all arguments are taken without running code of the program: its descriptions, mirrors, iterators.
    @usableFromInline
    let isPlain: Bool
    /// Nil for Void.
    let result: ValueSite?
    /// Makes what observers of the requirement subscribe to; immortal.
    let hookSets: Unmanaged<HookSetMaker>
}

/// Where one value lies in its tuple, and how it is encoded.
struct ValueSite {
    /// Bytes from the start of the tuple.
    let offset: Int
    let form: ValueForm
    let type: ObjectIdentifier
    /// Set when `form` is `.encoded`; immortal.
    let encoder: Unmanaged<ValueEncoder>?

    /// Whether no code of the program runs when the value is written.
    var isPlain: Bool { encoder.map { $0._withUnsafeGuaranteedRef { $0.isPlain } } ?? true }

    init<Value>(_ type: Value.Type, offset: Int) {
        self.offset = offset
        form = ValueForm(type)
        self.type = ObjectIdentifier(type)
        encoder = form == .encoded ? .passRetained(ValueEncoder(type)) : nil
    }
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
