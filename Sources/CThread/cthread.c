// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "cthread.h"

#include <errno.h>
#include <linux/futex.h>
#include <linux/magic.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

_Thread_local void *cthread_context_pointer = NULL;
// With `cclock_source` in one section, and thus most likely in one cache line: each recorded call reads both.
__attribute__((section("inspector_flags"))) bool cthread_fences_are_asymmetric = false;

static void (*exit_handler)(void *context);
static pthread_key_t exit_key;
static pthread_once_t exit_key_once = PTHREAD_ONCE_INIT;

static void thread_ended(void *context) {
    cthread_context_pointer = NULL;
    __atomic_load_n(&exit_handler, __ATOMIC_ACQUIRE)(context);
}

/// False when the program has used up the system's keys: the first key is somebody else's then.
static bool has_exit_key;

static void create_exit_key(void) { has_exit_key = pthread_key_create(&exit_key, thread_ended) == 0; }

void cthread_set_context(void *context, void (*on_exit)(void *context)) {
    __atomic_store_n(&exit_handler, on_exit, __ATOMIC_RELEASE);
    pthread_once(&exit_key_once, create_exit_key);
    // Without the key, the end of a thread is not noticed, and its context stays.
    if (has_exit_key) pthread_setspecific(exit_key, context);
    cthread_context_pointer = context;
}

uint32_t cthread_id(void) { return (uint32_t)syscall(SYS_gettid); }

bool cthread_is_main(void) { return (pid_t)syscall(SYS_gettid) == getpid(); }

void cthread_name(char *buffer, size_t capacity) {
    if (capacity == 0) return;
    buffer[0] = '\0';
    pthread_getname_np(pthread_self(), buffer, capacity);
}

void *cthread_map(size_t length) {
    int error = errno;
    void *base = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    errno = error;
    return base == MAP_FAILED ? NULL : base;
}

void *cthread_map_file(int file, size_t length) {
    struct statfs status;
    if (fstatfs(file, &status) != 0) return NULL;
    switch ((unsigned long)status.f_type & 0xFFFFFFFFUL) {
    case TMPFS_MAGIC:
    case RAMFS_MAGIC:
    case EXT4_SUPER_MAGIC:
    case XFS_SUPER_MAGIC: break;
    default: return NULL;
    }
    void *base = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return base == MAP_FAILED ? NULL : base;
}

void cthread_unmap(void *base, size_t length) { munmap(base, length); }

/// Advises the system on the whole pages of a memory range.
static void advise(void *base, size_t length, int advice) {
    int error = errno;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = ((uintptr_t)base + page - 1) & ~(page - 1);
    uintptr_t end = ((uintptr_t)base + length) & ~(page - 1);
    if (first < end) madvise((void *)first, end - first, advice);
    errno = error;
}

void cthread_discard(void *base, size_t length) { advise(base, length, MADV_DONTNEED); }

void cthread_populate(void *base, size_t length) { advise(base, length, MADV_POPULATE_WRITE); }

cthread_facts cthread_self(void) {
    cthread_facts facts = {.id = cthread_id(), .is_main = cthread_is_main()};
    cthread_name(facts.name, sizeof facts.name);
    int error = errno;
    // SCHED_RESET_ON_FORK is a flag above the policy. On Linux, each thread has its own nice value; -1 is a valid one.
    int policy = sched_getscheduler(0);
    facts.policy = policy < 0 ? -1 : (int8_t)(policy & 0x7F);
    facts.nice = (int8_t)getpriority(PRIO_PROCESS, facts.id);
    errno = error;
    return facts;
}

void cthread_prepare_fences(void) {
    // membarrier(2): the private expedited command requires that the process has registered its intent.
    long commands = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
    if (commands < 0 || !(commands & MEMBARRIER_CMD_PRIVATE_EXPEDITED)) return;
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) != 0) return;
    __atomic_store_n(&cthread_fences_are_asymmetric, true, __ATOMIC_SEQ_CST);
}

/// Time from which on no thread relies on the command any more, by CLOCK_MONOTONIC; 0 if none ever did in vain.
static uint64_t symmetric_since;

static uint64_t monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// Makes light fences full ones.
///
/// A thread may be inside a light fence without having noticed. Its stores leave the core within microseconds, and any
/// interruption of the thread sends them out too, so all threads see them after a millisecond.
static void make_fences_symmetric(void) {
    uint64_t none = 0;
    __atomic_compare_exchange_n(&symmetric_since, &none, monotonic_nanoseconds() + 1000000, false, __ATOMIC_SEQ_CST,
                                __ATOMIC_SEQ_CST);
    __atomic_store_n(&cthread_fences_are_asymmetric, false, __ATOMIC_SEQ_CST);
}

static void wait_for_symmetry(void) {
    uint64_t since = __atomic_load_n(&symmetric_since, __ATOMIC_ACQUIRE);
    if (since == 0) return;
    // The process may have given up sleeping too.
    while (monotonic_nanoseconds() < since) sched_yield();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void cthread_heavy_fence(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (__atomic_load_n(&cthread_fences_are_asymmetric, __ATOMIC_SEQ_CST)) {
        int error = errno;
        if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0) return;
        errno = error;
        make_fences_symmetric();
    }
    wait_for_symmetry();
}

void cthread_wait(const uint32_t *word, uint32_t expected, uint64_t nanoseconds) {
    struct timespec timeout = {
        .tv_sec = (time_t)(nanoseconds / 1000000000u),
        .tv_nsec = (long)(nanoseconds % 1000000000u),
    };
    int error = errno;
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, &timeout, NULL, 0);
    errno = error;
}

void cthread_wake(const uint32_t *word) {
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 0x7fffffff, NULL, NULL, 0);
}

void cthread_lower_priority(void) {
    // A thread of a real-time program inherits its policy, under which a nice value counts nothing.
    int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
    struct sched_param ordinary = {.sched_priority = 0};
    if (policy == SCHED_FIFO || policy == SCHED_RR) sched_setscheduler(0, SCHED_OTHER, &ordinary);
    // On Linux, each thread has its own nice value. If the call fails, the thread runs at normal priority.
    setpriority(PRIO_PROCESS, cthread_id(), 10);
}

int cthread_parent_death_signal(void) {
    int number = 0;
    return prctl(PR_GET_PDEATHSIG, &number) == 0 ? number : 0;
}

void cthread_set_parent_death_signal(int number) { prctl(PR_SET_PDEATHSIG, (unsigned long)number); }

int32_t cthread_process_id(void) { return (int32_t)getpid(); }

static pthread_mutex_t fork_gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t fork_gate_once = PTHREAD_ONCE_INIT;

void cthread_enter_fork_gate(void) { pthread_mutex_lock(&fork_gate); }

void cthread_leave_fork_gate(void) { pthread_mutex_unlock(&fork_gate); }

struct cthread_mutex {
    pthread_mutex_t mutex;
    cthread_mutex *next;
    cthread_mutex *previous;
};

static pthread_mutex_t mutexes_lock = PTHREAD_MUTEX_INITIALIZER;
static cthread_mutex *mutexes;
static void (*child_handler)(void);

/// Makes a mutex open, whatever it was.
static void open_mutex(cthread_mutex *mutex) {
    // One that its own thread locks again says so, and does not stand still.
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&mutex->mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

/// Locks all mutexes and their list. It holds none while it waits, so those who hold one may wait for another.
static void lock_all(void) {
    while (true) {
        pthread_mutex_lock(&mutexes_lock);
        cthread_mutex *next = mutexes;
        while (next != NULL && pthread_mutex_trylock(&next->mutex) == 0) next = next->next;
        if (next == NULL) return;
        for (cthread_mutex *taken = mutexes; taken != next; taken = taken->next) pthread_mutex_unlock(&taken->mutex);
        pthread_mutex_unlock(&mutexes_lock);
        sched_yield();
    }
}

static void before_fork(void) {
    cthread_enter_fork_gate();
    lock_all();
}

static void after_fork(void) {
    for (cthread_mutex *taken = mutexes; taken != NULL; taken = taken->next) pthread_mutex_unlock(&taken->mutex);
    pthread_mutex_unlock(&mutexes_lock);
    cthread_leave_fork_gate();
}

static void after_fork_in_child(void) {
    // The thread that locked them has another id here, and could not unlock them.
    for (cthread_mutex *taken = mutexes; taken != NULL; taken = taken->next) open_mutex(taken);
    pthread_mutex_init(&mutexes_lock, NULL);
    pthread_mutex_init(&fork_gate, NULL);
    void (*handler)(void) = __atomic_load_n(&child_handler, __ATOMIC_ACQUIRE);
    if (handler != NULL) handler();
}

static void prepare_fork_gate(void) { pthread_atfork(before_fork, after_fork, after_fork_in_child); }

void cthread_prepare_fork_gate(void) { pthread_once(&fork_gate_once, prepare_fork_gate); }

cthread_mutex *cthread_mutex_create(void) {
    cthread_prepare_fork_gate();
    cthread_mutex *mutex = calloc(1, sizeof *mutex);
    if (mutex == NULL) abort();
    open_mutex(mutex);
    pthread_mutex_lock(&mutexes_lock);
    mutex->next = mutexes;
    if (mutexes != NULL) mutexes->previous = mutex;
    mutexes = mutex;
    pthread_mutex_unlock(&mutexes_lock);
    return mutex;
}

void cthread_mutex_destroy(cthread_mutex *mutex) {
    pthread_mutex_lock(&mutexes_lock);
    if (mutex->next != NULL) mutex->next->previous = mutex->previous;
    if (mutex->previous != NULL) mutex->previous->next = mutex->next;
    if (mutexes == mutex) mutexes = mutex->next;
    pthread_mutex_unlock(&mutexes_lock);
    pthread_mutex_destroy(&mutex->mutex);
    free(mutex);
}

void cthread_mutex_lock(cthread_mutex *mutex) {
    if (pthread_mutex_lock(&mutex->mutex) == 0) return;
    cthread_say("Delegate Inspector: a thread locks a mutex that it has locked already.");
    abort();
}

void cthread_mutex_unlock(cthread_mutex *mutex) { pthread_mutex_unlock(&mutex->mutex); }

void cthread_on_fork(void (*in_child)(void)) {
    cthread_prepare_fork_gate();
    __atomic_store_n(&child_handler, in_child, __ATOMIC_RELEASE);
}

struct start {
    void (*body)(void *context);
    void *context;
    char name[16];
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    pthread_setname_np(pthread_self(), start.name);
    start.body(start.context);
    return NULL;
}

int cthread_start(const char *name, void (*body)(void *context), void *context) {
    struct start *start = calloc(1, sizeof *start);
    if (start == NULL) return ENOMEM;
    start->body = body;
    start->context = context;
    strncpy(start->name, name, sizeof start->name - 1);

    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    // Signal handlers must run only on the program's own threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int status = pthread_create(&thread, &attributes, run, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (status != 0) free(start);
    return status;
}
