// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The position of a value in its tuple, and its encoding.
struct ValueSite {
    /// Bytes from the start of the tuple.
    let offset: Int
    let form: ValueForm
    let plainForm: PlainForm
    let type: ObjectIdentifier
    /// Set when `form` is `.encoded`; never freed.
    let encoder: Unmanaged<ValueEncoder>?

    /// Whether writing the value runs no user code.
    var isPlain: Bool { encoder.map { $0._withUnsafeGuaranteedRef { $0.isPlain } } ?? true }

    init<Value>(_ type: Value.Type, offset: Int) {
        self.offset = offset
        form = ValueForm(type)
        plainForm = PlainForm(form)
        self.type = ObjectIdentifier(type)
        encoder = form == .encoded ? .passRetained(ValueEncoder(type)) : nil
    }
}

extension ValueSite {
    /// Memory for the sites of a requirement, which is never freed.
    static func allocate(_ count: Int) -> UnsafeMutableBufferPointer<ValueSite> {
        UnsafeMutableBufferPointer(start: .allocateOnLine(count), count: count)
    }

    /// The site of an argument; for an `inout` argument, of its value before the call.
    static func ofArgument<Value>(_ type: Value.Type, offset: Int) -> ValueSite {
        (type as? any AnyInoutArgument.Type)?.before(at: offset) ?? ValueSite(type, offset: offset)
    }
}
