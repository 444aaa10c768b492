// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CALLOCATION_H
#define CALLOCATION_H

#include <stdbool.h>
#include <stdint.h>

/// Heap allocations of the calling thread so far: malloc, calloc, realloc and the aligned forms.
uint64_t callocation_count(void);

/// Whether allocations are counted. Sanitizers use their own allocator, so nothing is counted then.
bool callocation_is_counting(void);

#endif
