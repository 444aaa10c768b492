// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "faulty_system.h"

#include <stdatomic.h>
#include <time.h>

static _Atomic int64_t step, skew_in_turn, jitter, wall_step;
static atomic_int threads;

static _Thread_local int64_t skew;
static _Thread_local bool is_skewed;
static _Thread_local uint32_t readings;

static int64_t nanoseconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

uint64_t faulty_clock_ticks(void) {
    if (!is_skewed) {
        is_skewed = true;
        skew += (atomic_fetch_add(&threads, 1) % 2) * atomic_load(&skew_in_turn);
    }
    int64_t range = atomic_load(&jitter);
    // Knuth's multiplicative hash: the same sequence in every run.
    int64_t shaken = range == 0 ? 0 : (int64_t)(readings++ * 2654435761u) % (2 * range + 1) - range;
    // A machine that has been up for two months.
    int64_t up = nanoseconds(CLOCK_MONOTONIC) + INT64_C(5000000000000000);
    return (uint64_t)(up + atomic_load(&step) + skew + shaken) / 2 * 5;
}

uint64_t faulty_clock_falling_ticks(void) {
    static _Atomic uint64_t fallen;
    return UINT64_C(5000000000000000) - atomic_fetch_add(&fallen, 1000);
}

int64_t faulty_clock_wall(void) { return nanoseconds(CLOCK_REALTIME) + atomic_load(&wall_step); }

void faulty_clock_step(int64_t nanoseconds) { atomic_fetch_add(&step, nanoseconds); }

void faulty_clock_skew(int64_t nanoseconds) {
    is_skewed = true;
    skew = nanoseconds;
}

void faulty_clock_skew_in_turn(int64_t nanoseconds) { atomic_store(&skew_in_turn, nanoseconds); }

void faulty_clock_jitter(int64_t nanoseconds) { atomic_store(&jitter, nanoseconds); }

void faulty_clock_step_wall(int64_t nanoseconds) { atomic_fetch_add(&wall_step, nanoseconds); }
