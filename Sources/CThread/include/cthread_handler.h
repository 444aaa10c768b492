// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CTHREAD_HANDLER_H
#define CTHREAD_HANDLER_H

#include <stdbool.h>

/// Whether the calling thread is running the handler of a signal, as far as its stack tells.
///
/// The kernel leaves a frame of its own below what it interrupts, which names the code that ends the handler. It is looked
/// for in the 128 kB above the caller's frame, up to the end of the thread's stack, which takes some microseconds. On a
/// stack of sigaltstack(2) there are only handlers. A frame that a handler left which has returned counts only where the
/// callers can't be told: without unwind tables on the way, or before glibc 2.35. Takes no lock and no memory, and keeps
/// `errno`.
bool cthread_is_in_handler(void);

#endif
