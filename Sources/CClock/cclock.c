// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "cclock.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

bool cclock_counter_is_constant_rate = false;

// Runs before `main`, so that no other thread can be reading it.
__attribute__((constructor)) static void decide_source(void) {
#if defined(__x86_64__)
    // "Invariant TSC": CPUID leaf 8000_0007H, EDX bit 8 (AMD64 APM vol. 3, E.4.6; Intel SDM vol. 3, 18.17.1).
    unsigned int eax = 0, ebx = 0, ecx = 0, edx = 0;
    if (__get_cpuid(0x80000007u, &eax, &ebx, &ecx, &edx)) {
        cclock_counter_is_constant_rate = (edx & (1u << 8)) != 0;
    }
#elif defined(__aarch64__)
    // By definition, the generic timer's virtual count has one fixed frequency (Arm ARM, D11.1).
    cclock_counter_is_constant_rate = true;
#endif
}
