// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "cthread_exit.h"

#include <stdbool.h>
#include <time.h>
#include <unistd.h>

#include "cthread.h"

/// What has become of the thread that stands by.
enum { NONE, READY, ASKED, HELD, DONE };

static uint32_t phase(const cthread_exit_work *work) { return __atomic_load_n(&work->phase, __ATOMIC_ACQUIRE); }

static bool change(cthread_exit_work *work, uint32_t before, uint32_t after) {
    bool is_changed =
        __atomic_compare_exchange_n(&work->phase, &before, after, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    if (is_changed) cthread_wake(&work->phase);
    return is_changed;
}

static void stand_by(void *context) {
    cthread_exit_work *work = context;
    while (phase(work) == READY) cthread_wait(&work->phase, READY, UINT64_MAX);
    work->body();
    if (!change(work, ASKED, DONE)) change(work, HELD, DONE);
}

void cthread_prepare_exit(cthread_exit_work *work, void (*body)(void)) {
    work->body = body;
    work->process = (int32_t)getpid();
    __atomic_store_n(&work->phase, READY, __ATOMIC_RELEASE);
    if (cthread_start("exit-standby", stand_by, work) != 0) change(work, READY, NONE);
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void cthread_run_exit(cthread_exit_work *work, uint64_t nanoseconds) {
    if (!cthread_is_in_handler()) {
        work->body();
        return;
    }
    if (work->process != (int32_t)getpid() || !change(work, READY, ASKED)) return;
    uint64_t deadline = now() + nanoseconds;
    for (uint32_t current = phase(work); current != DONE; current = phase(work)) {
        uint64_t time = current == HELD ? 0 : now();
        if (time >= deadline) return;
        cthread_wait(&work->phase, current, deadline - time);
    }
}

void cthread_hold_exit(cthread_exit_work *work) { change(work, ASKED, HELD); }
