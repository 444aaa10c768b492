// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CTHREAD_H
#define CTHREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The calling thread's context, NULL until it is set. Initial-exec: one instruction to read.
extern _Thread_local void *_Nullable cthread_context_pointer __attribute__((tls_model("initial-exec")));

static inline void *_Nullable cthread_context(void) { return cthread_context_pointer; }

/// Sets the calling thread's context; `on_exit` gets it when the thread ends.
void cthread_set_context(void *_Nonnull context, void (*_Nonnull on_exit)(void *_Nonnull context));

/// Kernel id of the calling thread, as `ps -L` and `/proc/self/task` show it.
uint32_t cthread_id(void);

/// Whether the calling thread is the one that the process began with.
bool cthread_is_main(void);

/// What a record says of a thread.
typedef struct cthread_facts {
    uint32_t id;
    bool is_main;
    /// SCHED_OTHER or another of sched(7), -1 when it cannot be told.
    int8_t policy;
    int8_t nice;
    /// NUL-terminated.
    char name[16];
} cthread_facts;

/// What is known of the calling thread.
cthread_facts cthread_self(void);

/// Copies the calling thread's name, NUL-terminated, into `buffer`.
void cthread_name(char *_Nonnull buffer, size_t capacity);

/// True when the kernel lets one side of a fence pair pay for both (membarrier, private expedited).
extern bool cthread_fences_are_asymmetric;

/// Registers the process for `cthread_heavy_fence`. Call it before the first fence.
void cthread_prepare_fences(void);

/// The cheap side of a fence pair: orders earlier stores before later loads against every `cthread_heavy_fence`.
static inline void cthread_light_fence(void) {
    if (__builtin_expect(cthread_fences_are_asymmetric, 1)) {
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
    } else {
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
    }
}

/// The dear side: after it, every running thread of the process has executed a full fence. About 0.5 microseconds.
void cthread_heavy_fence(void);

/// Sleeps until `*word` is no longer `expected`, someone wakes it, or the time is over. May wake for no reason.
void cthread_wait(const uint32_t *_Nonnull word, uint32_t expected, uint64_t nanoseconds);

/// Wakes every thread that waits on `word`.
void cthread_wake(const uint32_t *_Nonnull word);

/// Makes the calling thread give way to threads of ordinary priority; see setpriority(2) and sched(7).
void cthread_lower_priority(void);

/// Kernel id of the process.
int32_t cthread_process_id(void);

/// Makes every fork(2) of another thread wait until no thread is inside the gate. Calling it again changes nothing.
void cthread_prepare_fork_gate(void);

/// Goes inside the gate; waits while another thread forks, or is inside.
void cthread_enter_fork_gate(void);

/// Leaves the gate.
void cthread_leave_fork_gate(void);

/// Starts a detached thread that runs `body(context)` with all signals blocked, under a name of at most 15 bytes.
/// @return 0, or the error number of pthread_create.
int cthread_start(const char *_Nonnull name, void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

#endif
