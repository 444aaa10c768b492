// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose

/// The functions behind the stubs.
enum InterposeHooks {
    /// Sets them, once.
    static let set: Void = cinterpose_set_hooks(
        cinterpose_hooks(
            enter: { slot, place, registers in
                CompiledPlan.pass(place, registers)
                // Every slot is given its entry before it is switched on.
                let entry = Unmanaged<InterposedEntry>.fromOpaque(cinterpose_context(slot).unsafelyUnwrapped)
                guard let plan = entry._withUnsafeGuaranteedRef({ $0.compiledPlan }) else { return }
                plan._withUnsafeGuaranteedRef { $0.enter(place, registers) }
            },
            leave: { _, place, results in
                guard let plan = CompiledPlan.recording(place) else { return }
                plan._withUnsafeGuaranteedRef { $0.leave(place, results) }
            }
        )
    )
}
