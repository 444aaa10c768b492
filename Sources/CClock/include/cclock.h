// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CCLOCK_H
#define CCLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/// True when the processor's counter runs at one constant rate in every power state and on every core.
///
/// Determined once, when the program is loaded. If false, `cclock_ticks` returns the nanoseconds of CLOCK_MONOTONIC.
extern bool cclock_counter_is_constant_rate;

/// Nanoseconds of CLOCK_MONOTONIC.
static inline uint64_t cclock_monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// Nanoseconds since 1970-01-01T00:00:00Z, from CLOCK_REALTIME.
static inline int64_t cclock_realtime_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + (int64_t)now.tv_nsec;
}

/// Reads the counter: about half the cost of clock_gettime, in a unit that the caller must calibrate.
///
/// Not a serialising instruction: the processor may reorder it by some tens of cycles.
static inline uint64_t cclock_ticks(void) {
#if defined(__x86_64__)
    if (__builtin_expect(cclock_counter_is_constant_rate, 1)) {
        return __builtin_ia32_rdtsc();
    }
#elif defined(__aarch64__)
    if (__builtin_expect(cclock_counter_is_constant_rate, 1)) {
        uint64_t ticks;
        __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
        return ticks;
    }
#endif
    return cclock_monotonic_nanoseconds();
}

#endif
