// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Carries a value across an isolation boundary that the compiler can't check.
struct Unchecked<Value>: @unchecked Sendable {
    // Proof: used only by `Locked`, whose lock orders all accesses; by schedulers and `ObservableValues`, which hand the
    // value over once and don't use it afterwards; and for `BlockWork`, which a serial queue runs in order.
    var value: Value

    @inline(__always)
    init(_ value: Value) {
        self.value = value
    }
}
