// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAME_TEST_SUPPORT_H
#define FRAME_TEST_SUPPORT_H

#include <stdint.h>

/// Calls `body(context)` with this value in the frame pointer, as code does that was compiled without frame pointers.
void frame_test_call(uintptr_t frame, void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

/// Calls `body(context)` on a stack of its own.
void frame_test_call_elsewhere(void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

/// Calls `body(context)` in the handler of a signal, on the thread's stack or on one of its own. SIGUSR2 is used.
void frame_test_call_in_handler(void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context, _Bool elsewhere);

/// Calls `body(context)` from a function whose frame has what earlier calls left on the stack below it.
void frame_test_call_above_remains(void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

/// Calls `body(context)`; returns when it returns, or when it calls `frame_test_leave`, which takes all frames in between
/// off the stack. Catches may be nested.
/// @return whether the body was left.
_Bool frame_test_catch(void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

/// Where the thread's stack is now. Local variables may be elsewhere: the address sanitizer moves them.
const void *_Nonnull frame_test_address(void) __attribute__((noinline));

/// Leaves the innermost `frame_test_catch` of the thread.
void frame_test_leave(void) __attribute__((noreturn));

#endif
