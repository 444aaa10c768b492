// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE // RTLD_NEXT

#include "thread_sanitizer_support.h"

// Makes a contended Mutex of the toolchain's Synchronization module visible to the thread sanitizer.
//
// Locking and unlocking without contention is inlined, and therefore instrumented. With contention, two functions of an
// uninstrumented library call the kernel, and the sanitizer would report a race for everything that the mutex guards.
// The replacements below call the original functions and tell the sanitizer about their effects.

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)

#include <dlfcn.h>
#include <stdint.h>

#define SWIFT_SELF __attribute__((swift_context))
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

void __tsan_acquire(void *address);
void __tsan_release(void *address);

typedef __attribute__((swiftcall)) void (*lock_function)(uint32_t thread, SWIFT_SELF void *mutex);
typedef __attribute__((swiftcall)) void (*unlock_function)(SWIFT_SELF void *mutex);

__attribute__((swiftcall)) void tsan_lock_slow(uint32_t thread, SWIFT_SELF void *mutex) __asm__(LOCK_SLOW);
__attribute__((swiftcall)) void tsan_unlock_slow(SWIFT_SELF void *mutex) __asm__(UNLOCK_SLOW);

static lock_function original_lock;
static unlock_function original_unlock;

__attribute__((constructor)) static void find_originals(void) {
    original_lock = (lock_function)dlsym(RTLD_NEXT, LOCK_SLOW);
    original_unlock = (unlock_function)dlsym(RTLD_NEXT, UNLOCK_SLOW);
}

__attribute__((swiftcall)) void tsan_lock_slow(uint32_t thread, SWIFT_SELF void *mutex) {
    original_lock(thread, mutex);
    __tsan_acquire(mutex);
}

__attribute__((swiftcall)) void tsan_unlock_slow(SWIFT_SELF void *mutex) {
    __tsan_release(mutex);
    original_unlock(mutex);
}

#endif
#endif
