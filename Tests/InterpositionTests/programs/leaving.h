// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Ways to leave a function without returning from it, and others to disturb it.

#ifndef LEAVING_H
#define LEAVING_H

#ifdef __cplusplus
extern "C" {
#endif

typedef void (*leaving_body)(void *_Nullable context);

/// Runs `body` and catches exceptions of C++. Returns whether there was one.
int leaving_catch(leaving_body _Nonnull body, void *_Nullable context);
void leaving_throw(void);

/// Runs `body`. Returns whether it was left by `leaving_jump`, which returns to the last landing of the thread.
int leaving_land(leaving_body _Nonnull body, void *_Nullable context);
void leaving_jump(void);

/// Runs `body` on a thread of its own, cancels it if asked, and waits. Returns 0 if it came to its end, 1 if the thread
/// was left by `leaving_end_thread`, 2 if it was cancelled.
int leaving_on_thread(leaving_body _Nonnull body, void *_Nullable context, int cancels);
void leaving_end_thread(void);
/// Waits until the thread is cancelled.
void leaving_wait(void);

/// From here on, signals arrive every millisecond, and their handlers walk the stack, until there were `count` of them.
void leaving_begin_signals(int count);
/// Whether there were all of them, and none of their handlers saw an empty stack.
int leaving_had_signals(void);
/// From here on, signals arrive every 100 microseconds, and their handlers run `body`, until there were `count` of them.
void leaving_begin_calls(leaving_body _Nonnull body, void *_Nullable context, int count);
/// Whether there were all of them.
int leaving_had_calls(void);
/// Sends this thread a signal. Returns how many frames the handler saw.
int leaving_signal(void);

/// Runs `body` on a thread with a stack of that size.
void leaving_on_small_thread(leaving_body _Nonnull body, void *_Nullable context, int bytes);
/// Runs `body` in a handler of a signal with a stack of its own.
void leaving_on_signal_stack(leaving_body _Nonnull body, void *_Nullable context, int bytes);
/// Runs `body` on another stack, as a coroutine, until it pauses or ends.
void leaving_begin_coroutine(leaving_body _Nonnull body, void *_Nullable context);
void leaving_pause(void);
/// Continues it, until its end.
void leaving_resume(void);

/// Runs `body` in a child process, which ends by `exit`, or `_exit` if `fast`. Returns its exit code.
int leaving_fork(leaving_body _Nonnull body, void *_Nullable context, int fast);

#ifdef __cplusplus
}
#endif

#endif
