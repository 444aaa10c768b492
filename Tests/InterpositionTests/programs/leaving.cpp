// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "leaving.h"

#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <execinfo.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

int leaving_catch(leaving_body body, void *context) {
    try {
        body(context);
        return 0;
    } catch (const std::runtime_error &) {
        return 1;
    }
}

void leaving_throw(void) { throw std::runtime_error("left"); }

static thread_local jmp_buf *landing;

int leaving_land(leaving_body body, void *context) {
    jmp_buf place;
    jmp_buf *volatile outer = landing;
    landing = &place;
    int is_left = setjmp(place);
    if (!is_left) body(context);
    landing = outer;
    return is_left;
}

void leaving_jump(void) { longjmp(*landing, 1); }

struct thread_work {
    leaving_body body;
    void *context;
};

static char ended_early;
static sem_t is_waiting;

static void *run(void *argument) {
    thread_work *work = static_cast<thread_work *>(argument);
    work->body(work->context);
    return nullptr;
}

int leaving_on_thread(leaving_body body, void *context, int cancels) {
    thread_work work = {body, context};
    sem_init(&is_waiting, 0, 0);
    pthread_t thread;
    if (pthread_create(&thread, nullptr, run, &work) != 0) abort();
    if (cancels) {
        sem_wait(&is_waiting);
        pthread_cancel(thread);
    }
    void *result = nullptr;
    pthread_join(thread, &result);
    return result == PTHREAD_CANCELED ? 2 : result == &ended_early;
}

void leaving_end_thread(void) { pthread_exit(&ended_early); }

void leaving_wait(void) {
    sem_post(&is_waiting);
    while (true) pause();
}

static volatile sig_atomic_t signals_left, shortest = 1000, deepest;

static void walk(int) {
    void *frames[256];
    int count = backtrace(frames, 256);
    deepest = count;
    if (count < shortest) shortest = count;
    if (signals_left > 0) signals_left = signals_left - 1;
}

static void set_handler(int signal, void (*handler)(int)) {
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
}

/// Sends SIGALRM again and again; 0 ends that.
static void set_interval(int microseconds) {
    itimerval interval = {{0, microseconds}, {0, microseconds}};
    setitimer(ITIMER_REAL, &interval, nullptr);
}

static void handle(int signal) {
    set_handler(signal, walk);
    // The first one loads a library, which a handler must not do.
    void *frames[4];
    backtrace(frames, 4);
}

void leaving_begin_signals(int count) {
    signals_left = count;
    handle(SIGALRM);
    set_interval(1000);
}

int leaving_had_signals(void) {
    if (signals_left > 0) return 0;
    set_interval(0);
    return shortest > 1;
}

static leaving_body called;
static void *called_context;

static void call(int) {
    if (signals_left == 0) return;
    signals_left = signals_left - 1;
    called(called_context);
}

void leaving_begin_calls(leaving_body body, void *context, int count) {
    called = body;
    called_context = context;
    signals_left = count;
    set_handler(SIGALRM, call);
    set_interval(100);
}

int leaving_had_calls(void) {
    if (signals_left > 0) return 0;
    set_interval(0);
    return 1;
}

int leaving_signal(void) {
    handle(SIGUSR1);
    raise(SIGUSR1);
    return deepest;
}

int leaving_fork(leaving_body body, void *context, int fast) {
    fflush(nullptr);
    pid_t child = fork();
    if (child == 0) {
        body(context);
        fflush(nullptr);
        if (fast) _exit(3);
        exit(3);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

void leaving_on_small_thread(leaving_body body, void *context, int bytes) {
    thread_work work = {body, context};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_t thread;
    if (pthread_attr_setstacksize(&attributes, static_cast<size_t>(bytes)) != 0) abort();
    if (pthread_create(&thread, &attributes, run, &work) != 0) abort();
    pthread_attr_destroy(&attributes);
    pthread_join(thread, nullptr);
}

/// A stack whose neighbour can't be written.
static char *new_stack(size_t bytes) {
    const size_t page = 4096;
    void *memory = mmap(nullptr, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory, page, PROT_NONE) != 0) abort();
    return static_cast<char *>(memory) + page;
}

static void call_once(int) { called(called_context); }

void leaving_on_signal_stack(leaving_body body, void *context, int bytes) {
    stack_t other = {}, before = {};
    other.ss_sp = new_stack(static_cast<size_t>(bytes));
    other.ss_size = static_cast<size_t>(bytes);
    if (sigaltstack(&other, &before) != 0) abort();
    struct sigaction action = {};
    action.sa_handler = call_once;
    action.sa_flags = SA_ONSTACK;
    sigaction(SIGUSR2, &action, nullptr);
    called = body;
    called_context = context;
    raise(SIGUSR2);
    sigaltstack(&before, nullptr);
}

static ucontext_t program, coroutine;

static void run_coroutine() { called(called_context); }

void leaving_begin_coroutine(leaving_body body, void *context) {
    const size_t bytes = 256 << 10;
    called = body;
    called_context = context;
    getcontext(&coroutine);
    coroutine.uc_stack.ss_sp = new_stack(bytes);
    coroutine.uc_stack.ss_size = bytes;
    coroutine.uc_link = &program;
    makecontext(&coroutine, run_coroutine, 0);
    swapcontext(&program, &coroutine);
}

void leaving_pause(void) { swapcontext(&coroutine, &program); }

void leaving_resume(void) { swapcontext(&program, &coroutine); }
