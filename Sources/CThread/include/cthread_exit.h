// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CTHREAD_EXIT_H
#define CTHREAD_EXIT_H

#include <stdint.h>

/// Work to be done when the process exits.
///
/// The handler of a signal may call exit(3) although it has interrupted an allocation, or code that holds a lock. Work
/// that needs the same would wait for ever then, because the handler does not return. So another thread does it, which
/// stands by from the beginning: to start one takes memory.
typedef struct {
    void (*_Nullable body)(void);
    /// The process with the thread: one that is forked has none.
    int32_t process;
    /// Private.
    uint32_t phase;
} cthread_exit_work;

/// Starts the thread that stands by. Once; `work` must be zero, and stay where it is.
void cthread_prepare_exit(cthread_exit_work *_Nonnull work, void (*_Nonnull body)(void));

/// Does the work, in a handler of atexit(3): on the calling thread, or, if that runs the handler of a signal,
/// on the one that stands by. Without such a thread, it is left undone there.
///
/// @param nanoseconds longest wait for another thread.
void cthread_run_exit(cthread_exit_work *_Nonnull work, uint64_t nanoseconds);

/// Has a caller of `cthread_run_exit` wait for the work without a limit. Called by the work.
void cthread_hold_exit(cthread_exit_work *_Nonnull work);

#endif
