// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CTHREAD_HANDLER_H
#define CTHREAD_HANDLER_H

#include <stdbool.h>

/// Whether the calling thread is running the handler of a signal, as far as its stack tells.
///
/// The kernel leaves a frame of its own below what it interrupts, which names the code that ends the handler. It is looked
/// for in the 128 kB above the caller's frame, up to the end of the thread's stack, which takes some microseconds. On a
/// stack of sigaltstack(2) there are only handlers. A frame that a handler left which has returned counts only where that
/// can't be told: on aarch64, for callers without unwind tables, and while more signals are blocked than before it. Takes no
/// lock and no memory in a handler during which its signal is blocked, and keeps `errno`.
bool cthread_is_in_handler(void);

#endif
