// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Monotonic time, and waiting with a deadline.

#include "internal.h"

#include <time.h>

uint64_t chttp__now_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

int chttp__cond_init(pthread_cond_t *condition) {
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0) return CHTTP_EMEMORY;
    int error = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    if (error == 0) error = pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
    return error == 0 ? CHTTP_OK : CHTTP_EMEMORY;
}

bool chttp__cond_wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t deadline) {
    struct timespec until = {
        .tv_sec = (time_t)(deadline / 1000),
        .tv_nsec = (long)(deadline % 1000) * 1000000,
    };
    return pthread_cond_timedwait(condition, mutex, &until) == 0 || chttp__now_milliseconds() < deadline;
}
