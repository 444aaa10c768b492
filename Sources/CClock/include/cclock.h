// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CCLOCK_H
#define CCLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/// What `cclock_ticks` reads.
enum {
    /// The processor's counter.
    CCLOCK_COUNTER,
    /// The nanoseconds of CLOCK_MONOTONIC.
    CCLOCK_MONOTONIC,
    /// A function passed to `cclock_replace`.
    CCLOCK_REPLACED,
};

/// One of the constants above. Determined once, when the program is loaded.
extern uint8_t cclock_source;

/// Whether the processor promises that its counter runs at one constant rate in every power state and on every core.
bool cclock_has_constant_rate(void);

/// CCLOCK_COUNTER if the counter can be trusted, else CCLOCK_MONOTONIC.
///
/// It must have a constant rate, and the kernel must use it for its own time: a kernel that has found the counters of
/// two cores apart does not. Where the kernel does not say what it uses, the counter is not trusted.
/// @param current_clocksource Path of the file in sysfs that names the kernel's clock source.
uint8_t cclock_choose_source(const char *_Nonnull current_clocksource);

/// Replaces the counter and CLOCK_REALTIME by functions, for tests of counters that go wrong. Both may be called on any
/// thread. Call it before anything is measured, in a process that does nothing else: the time does not continue.
void cclock_replace(uint64_t (*_Nonnull ticks)(void), int64_t (*_Nonnull realtime)(void));

/// `cclock_ticks` where the counter is not read.
uint64_t cclock_ticks_otherwise(void);

/// `cclock_realtime_nanoseconds` when it is replaced.
int64_t cclock_realtime_otherwise(void);

/// Whether `cclock_replace` was called.
static inline bool cclock_is_replaced(void) {
    return __atomic_load_n(&cclock_source, __ATOMIC_ACQUIRE) == CCLOCK_REPLACED;
}

/// Nanoseconds of CLOCK_MONOTONIC.
static inline uint64_t cclock_monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// Nanoseconds since 1970-01-01T00:00:00Z, from CLOCK_REALTIME.
static inline int64_t cclock_realtime_nanoseconds(void) {
    if (cclock_is_replaced()) return cclock_realtime_otherwise();
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + (int64_t)now.tv_nsec;
}

/// Reads the counter: about half the cost of clock_gettime, in a unit that the caller must calibrate.
///
/// Not a serialising instruction: the processor may reorder it by some tens of cycles.
static inline uint64_t cclock_ticks(void) {
#if defined(__x86_64__)
    if (__builtin_expect(__atomic_load_n(&cclock_source, __ATOMIC_RELAXED) == CCLOCK_COUNTER, 1)) {
        return __builtin_ia32_rdtsc();
    }
#elif defined(__aarch64__)
    if (__builtin_expect(__atomic_load_n(&cclock_source, __ATOMIC_RELAXED) == CCLOCK_COUNTER, 1)) {
        uint64_t ticks;
        __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
        return ticks;
    }
#endif
    return cclock_ticks_otherwise();
}

/// `cclock_ticks`, read after all earlier loads of the thread.
static inline uint64_t cclock_ticks_in_order(void) {
#if defined(__x86_64__)
    __builtin_ia32_lfence();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory");
#endif
    return cclock_ticks();
}

#endif
