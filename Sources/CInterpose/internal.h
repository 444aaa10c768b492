// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CINTERPOSE_INTERNAL_H
#define CINTERPOSE_INTERNAL_H

#include "cinterpose.h"

/// The start of every context of an async function (swift/ABI/Task.h, `AsyncContext`).
typedef struct async_context {
    struct async_context *_Nullable parent;
    const void *_Nonnull resume;
} cinterpose__async_context;

/// Our part of the context of an interposed async function, behind the function's own.
typedef struct {
    /// Where the function was to return to.
    const void *_Nonnull resume;
    cinterpose_place place;
} cinterpose__async_part;

/// The functions that are told; the code behind the stubs calls them.
extern cinterpose_hooks cinterpose__hooks __attribute__((visibility("hidden")));

/// The protection of the memory at an address, as mprotect(2) takes it; -1 if it isn't known.
__attribute__((visibility("hidden"))) int cinterpose__protection(const void *_Nonnull address);

#endif
