// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CTHREAD_H
#define CTHREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cthread_exit.h"
#include "cthread_frames.h"
#include "cthread_handler.h"

/// The calling thread's context, NULL until it is set. Uses the initial-exec model, which takes one instruction to
/// read.
extern _Thread_local void *_Nullable cthread_context_pointer __attribute__((tls_model("initial-exec")));

static inline void *_Nullable cthread_context(void) { return cthread_context_pointer; }

/// Sets the calling thread's context, which is passed to `on_exit` when the thread ends.
void cthread_set_context(void *_Nonnull context, void (*_Nonnull on_exit)(void *_Nonnull context));

/// Kernel id of the calling thread, as shown by `ps -L` and in `/proc/self/task`.
uint32_t cthread_id(void);

/// Whether the calling thread is the process's initial thread.
bool cthread_is_main(void);

/// The facts about a thread that a record contains.
typedef struct cthread_facts {
    uint32_t id;
    bool is_main;
    /// SCHED_OTHER or another policy of sched(7), -1 when it is unknown.
    int8_t policy;
    int8_t nice;
    /// NUL-terminated.
    char name[16];
} cthread_facts;

/// The facts about the calling thread.
cthread_facts cthread_self(void);

/// Copies the calling thread's name, NUL-terminated, into `buffer`.
void cthread_name(char *_Nonnull buffer, size_t capacity);

extern bool cthread_fences_are_asymmetric;

/// Whether fences are asymmetric (membarrier, private expedited). If not, both sides of a fence pair are full fences.
///
/// False where the kernel refuses the command, and from the moment it first does: a process may give up system calls
/// while it runs (seccomp).
static inline bool cthread_has_asymmetric_fences(void) {
    return __atomic_load_n(&cthread_fences_are_asymmetric, __ATOMIC_RELAXED);
}

/// Registers the process for `cthread_heavy_fence`. Call it before the first fence.
void cthread_prepare_fences(void);

/// Orders memory accesses against those of signal handlers on the same thread.
static inline void cthread_signal_fence(void) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

/// The cheap side of a fence pair: orders earlier stores before later loads against every `cthread_heavy_fence`.
static inline void cthread_light_fence(void) {
    if (__builtin_expect(cthread_has_asymmetric_fences(), 1)) {
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
    } else {
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
    }
}

/// The expensive side of a fence pair: once it returns, every running thread of the process has executed a full fence.
/// Takes about 0.5 microseconds; a millisecond when the kernel refuses the command for the first time.
void cthread_heavy_fence(void);

/// Sleeps until `*word` differs from `expected`, another thread wakes it, or the time is over. May wake spuriously. Keeps
/// `errno`.
void cthread_wait(const uint32_t *_Nonnull word, uint32_t expected, uint64_t nanoseconds);

/// Wakes all threads that wait on `word`.
void cthread_wake(const uint32_t *_Nonnull word);

/// Maps memory that is zero and takes no space until it is used; NULL if that fails. It is aligned to pages. Keeps
/// `errno`.
void *_Nullable cthread_map(size_t length);

/// Maps the first bytes of an open file to be shared; NULL if that fails, or if its file system is another one than those
/// that keep written bytes in place, on this machine (tmpfs, ramfs, ext2 to ext4, XFS). On others a store can need new
/// space, and a full disk would end the process at it (SIGBUS); or it can wait for a network.
///
/// The bytes must have been written: a hole has no space either.
void *_Nullable cthread_map_file(int file, size_t length);

/// Returns memory that `cthread_map` or `cthread_map_file` mapped to the system.
void cthread_unmap(void *_Nonnull base, size_t length);

/// Returns the whole pages of a memory range to the system. They read as zero afterwards.
void cthread_discard(void *_Nonnull base, size_t length);

/// Makes the whole pages of a memory range resident without changing them (madvise(2), MADV_POPULATE_WRITE), so that the
/// first access to each does not wait for the system. Does nothing before Linux 5.14.
void cthread_populate(void *_Nonnull base, size_t length);

/// Asks for the cache line of an address, to write to it soon. Without effect where nothing is mapped.
static inline void cthread_prefetch_for_write(const void *_Nullable address) {
#if defined(__x86_64__)
    // Not `__builtin_prefetch`: without the flag for this instruction, it asks for a line to read. Processors without the
    // instruction ignore it.
    __asm__ volatile("prefetchw (%0)" : : "r"(address));
#else
    __builtin_prefetch(address, 1);
#endif
}

/// The same, to read it.
static inline void cthread_prefetch(const void *_Nullable address) { __builtin_prefetch(address); }

/// Lowers the calling thread's priority below that of ordinary threads; see setpriority(2) and sched(7).
void cthread_lower_priority(void);

/// The signal that the process gets when its parent ends, as the calling thread has asked for it; 0 for none. See
/// prctl(2), PR_SET_PDEATHSIG.
int cthread_parent_death_signal(void);

/// Asks for that signal; 0 for none. Holds for the calling thread, and for a program that it starts in the place of the
/// process. No other thread inherits it.
void cthread_set_parent_death_signal(int number);

/// Kernel id of the process.
int32_t cthread_process_id(void);

/// Makes fork(2) on other threads wait until no thread is inside the gate. Repeated calls change nothing.
void cthread_prepare_fork_gate(void);

/// Enters the gate; waits while another thread forks or is inside.
void cthread_enter_fork_gate(void);

/// Leaves the gate.
void cthread_leave_fork_gate(void);

/// A mutex that no other thread holds in a child process made by fork(2): the fork waits until it can take them all. So
/// nobody may fork, or wait for another thread, while holding one.
typedef struct cthread_mutex cthread_mutex;

/// Makes an open one.
cthread_mutex *_Nonnull cthread_mutex_create(void);

/// Frees an open one.
void cthread_mutex_destroy(cthread_mutex *_Nonnull mutex);

/// Waits until the mutex is open, and locks it. A thread that has locked it already stops the program.
void cthread_mutex_lock(cthread_mutex *_Nonnull mutex);

/// Opens the mutex, on the thread that locked it.
void cthread_mutex_unlock(cthread_mutex *_Nonnull mutex);

/// Sets what is called in each child process made by fork(2), before fork returns there.
void cthread_on_fork(void (*_Nonnull in_child)(void));

/// Writes a line to standard error. It is dropped if nobody can read it any more: no SIGPIPE reaches the program. Keeps
/// `errno`.
void cthread_say(const char *_Nonnull text);

/// Writes what the program has in the buffers of `stdout` and `stderr`. One that another thread has locked is left out.
void cthread_flush_standard_streams(void);

/// Starts a detached thread that runs `body(context)` with all signals blocked, under a name of at most 15 bytes.
/// @return 0, ENOMEM, or the error number of pthread_create.
int cthread_start(const char *_Nonnull name, void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

#endif
