// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "internal.h"

// An async function does not return to its caller: it jumps to the resume function in its context, on any thread. The
// caller allocates that context, as large as the function's record says. Our record asks for a little more, where we keep
// the caller's resume function while ours is in its place.

static cinterpose__async_part *part(const cinterpose_slot *slot, cinterpose__async_context *context) {
    return (cinterpose__async_part *)((char *)context + slot->context_offset);
}

/// Called by the stub of an async function.
/// @param resume the slot's second stub.
__attribute__((visibility("hidden"))) void cinterpose__async_enter(
    cinterpose_slot *slot, cinterpose_registers *registers, const void *resume
) {
    cinterpose__async_context *context = (cinterpose__async_context *)registers->async_context;
    cinterpose__async_part *own = part(slot, context);
    cinterpose__hooks.enter(slot, &own->place, registers);
    own->resume = context->resume;
    context->resume = resume;
}

/// Called when an async function is done.
/// @param registers the arguments of the resume function: the results, and the context of the function that is done.
/// @return where it was to return to.
__attribute__((visibility("hidden"))) const void *cinterpose__async_leave(
    cinterpose_slot *slot, cinterpose_registers *registers
) {
    cinterpose__async_context *context = (cinterpose__async_context *)registers->async_context;
    cinterpose__async_part *own = part(slot, context);
    const void *resume = own->resume;
    context->resume = resume;
    cinterpose_results results = {.error = registers->self, .self = 0};
    for (int i = 0; i < 4; i++) {
        results.integers[i] = registers->integers[i];
        results.vectors[i][0] = registers->vectors[i][0];
        results.vectors[i][1] = registers->vectors[i][1];
    }
    cinterpose__hooks.leave(slot, &own->place, &results);
    return resume;
}
