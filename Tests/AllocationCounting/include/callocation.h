// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CALLOCATION_H
#define CALLOCATION_H

#include <stdbool.h>
#include <stdint.h>

/// Heap allocations that the calling thread has made so far: malloc, calloc, realloc and the aligned forms.
uint64_t callocation_count(void);

/// Whether anything is counted: under a sanitizer, whose allocator it is then, nothing is.
bool callocation_is_counting(void);

#endif
