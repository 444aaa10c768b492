// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CTHREAD_INTERNAL_H
#define CTHREAD_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "cthread_frames.h"

/// The bits of an address. The others may hold a signature of the return address (arm64), or mark the frame of an async
/// function (if compiled with `-swift-async-frame-pointer`).
static inline uintptr_t cthread_plain(uintptr_t word) { return word & (((uintptr_t)1 << 48) - 1); }

/// The calling thread's stack as far as it is known: `end` is 0 before it was searched for, and 1 if that was in vain.
cthread_stack cthread_known_stack(void);

/// Whether the eight bytes at an address can be read. Asks the system, and keeps `errno`.
bool cthread_is_readable(uintptr_t address);

#endif
