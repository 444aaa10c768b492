// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose

/// The functions behind the stubs.
enum InterposeHooks {
    /// Sets them, once.
    static let set: Void = cinterpose_set_hooks(
        cinterpose_hooks(
            enter: { slot, words, registers in
                let place = CallPlace(words)
                // A call that is not recorded goes on as if it had not been here: a wrong size would be fatal.
                place.clear()
                registers.pointee.stack_bytes = unknownStack
                // Every slot is given its entry before it is switched on.
                let entry = Unmanaged<InterposedEntry>.fromOpaque(cinterpose_context(slot).unsafelyUnwrapped)
                // The registers are on the stack, where the place of an async call is not.
                entry._withUnsafeGuaranteedRef({ $0.compiledPlan(at: registers) })?.enter(place, registers)
            },
            leave: { _, words, results in
                let place = CallPlace(words)
                place.plan?.leave(place, results)
            }
        )
    )

    /// `CINTERPOSE_UNKNOWN_STACK`
    private static var unknownStack: UInt64 { .max }
}
