// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CCOUNTER_H
#define CCOUNTER_H

#include <stdint.h>

/// Reads the processor's counter once: the minimum cost of a reading.
static inline uint64_t ccounter_read(void) {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    return 0;
#endif
}

#endif
