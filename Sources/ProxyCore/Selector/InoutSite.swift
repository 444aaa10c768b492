// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An `inout` argument of a call site.
struct InoutSite {
    /// Index of the argument.
    let index: Int
    /// Bytes from the start of the tuple.
    let offset: Int
    /// The site of its value after the call.
    let after: ValueSite
    let type: any AnyInoutArgument.Type

    /// Nil for arguments that are not `inout`.
    init?<Value>(_ type: Value.Type, index: Int, offset: Int) {
        guard let type = type as? any AnyInoutArgument.Type else { return nil }
        self.index = index
        self.offset = offset
        self.type = type
        after = type.after(at: offset)
    }
}
