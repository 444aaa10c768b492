// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "cclock.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

// With `cthread_fences_are_asymmetric` in one section, and thus most likely in one cache line: each recorded call reads both.
__attribute__((section("inspector_flags"))) uint8_t cclock_source = CCLOCK_MONOTONIC;

static uint64_t (*replaced_ticks)(void);
static int64_t (*replaced_realtime)(void);

bool cclock_has_constant_rate(void) {
#if defined(__x86_64__)
    // "Invariant TSC": CPUID leaf 8000_0007H, EDX bit 8 (AMD64 APM vol. 3, E.4.6; Intel SDM vol. 3, 18.17.1).
    unsigned int eax = 0, ebx = 0, ecx = 0, edx = 0;
    return __get_cpuid(0x80000007u, &eax, &ebx, &ecx, &edx) && (edx & (1u << 8)) != 0;
#elif defined(__aarch64__)
    // By definition, the generic timer's virtual count has one fixed frequency (Arm ARM, D11.1).
    return true;
#else
    return false;
#endif
}

/// Whether the kernel takes its own time from the counter. It stops doing so once it finds the counters of two cores
/// apart, or one that stands still or is wrong ("Marking TSC unstable").
static bool is_used_by_kernel(const char *current_clocksource) {
#if defined(__x86_64__)
    const char *wanted = "tsc";
#else
    const char *wanted = "arch_sys_counter";
#endif
    int file = open(current_clocksource, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    char name[32];
    ssize_t length = read(file, name, sizeof name - 1);
    close(file);
    if (length <= 0) return false;
    name[length] = '\0';
    name[strcspn(name, "\n")] = '\0';
    return strcmp(name, wanted) == 0;
}

uint8_t cclock_choose_source(const char *current_clocksource) {
    return cclock_has_constant_rate() && is_used_by_kernel(current_clocksource) ? CCLOCK_COUNTER : CCLOCK_MONOTONIC;
}

// Runs before `main`, so that no other thread can be reading it.
__attribute__((constructor)) static void decide_source(void) {
    cclock_source = cclock_choose_source("/sys/devices/system/clocksource/clocksource0/current_clocksource");
}

uint64_t cclock_ticks_otherwise(void) {
    return cclock_is_replaced() ? replaced_ticks() : cclock_monotonic_nanoseconds();
}

int64_t cclock_realtime_otherwise(void) { return replaced_realtime(); }

void cclock_replace(uint64_t (*ticks)(void), int64_t (*realtime)(void)) {
    replaced_ticks = ticks;
    replaced_realtime = realtime;
    __atomic_store_n(&cclock_source, CCLOCK_REPLACED, __ATOMIC_RELEASE);
}
