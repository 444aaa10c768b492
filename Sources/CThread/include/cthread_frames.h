// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CTHREAD_FRAMES_H
#define CTHREAD_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The bit that marks an address as the point where a suspended caller continues. Other addresses are return addresses.
#define CTHREAD_RESUMPTION_BIT 0x8000000000000000u

/// Writes the return addresses of the calling thread, innermost first, and returns their number.
///
/// Follows frame pointers. A word is only read if it lies on the thread's stack, above the word read before, so code
/// without frame pointers can shorten or distort the list but not crash the program. Takes no lock, except once per
/// thread to find its stack.
///
/// @param limit most addresses to write.
/// @param inside address of a local variable of one of the callers: the first address is in the function with this
///     variable. Ignored unless it is on the stack.
/// @param is_async whether that function was called by an async Swift function. The callers of the async one are then
///     found by their contexts, with a system call for each page that these are on.
size_t cthread_frames(
    uintptr_t *_Nonnull addresses, size_t limit, const void *_Nullable inside, bool is_async
);

/// Writes the addresses where the functions that await an async one continue, innermost first, and returns their number.
///
/// @param context the async context of the function.
size_t cthread_contexts(uintptr_t *_Nonnull addresses, size_t limit, const void *_Nonnull context);

/// The addresses of the stack that the calling thread began with, which is not that of a coroutine or a signal handler;
/// empty if they can't be told. Takes no lock, except once per thread.
typedef struct {
    uintptr_t start, end;
} cthread_stack;

cthread_stack cthread_own_stack(void);

#endif
