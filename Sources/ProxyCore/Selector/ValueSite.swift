// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

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

extension ValueSite {
    /// An argument; of one that is `inout`, the value before the call.
    static func ofArgument<Value>(_ type: Value.Type, offset: Int) -> ValueSite {
        (type as? any AnyInoutArgument.Type)?.before(at: offset) ?? ValueSite(type, offset: offset)
    }
}
