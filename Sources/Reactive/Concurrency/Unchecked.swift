// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Carries a value across an isolation boundary that the compiler cannot see through.
struct Unchecked<Value>: @unchecked Sendable {
    // Proof: used only by `Locked`, whose lock orders every access, and by schedulers and `ObservableValues`, which hand
    // the value over once and do not touch it again on the giving side.
    var value: Value

    @inline(__always)
    init(_ value: Value) {
        self.value = value
    }
}
