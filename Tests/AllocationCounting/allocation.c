// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Interposes glibc's allocator and counts. Linked into a program, or preloaded as a library.

#define _GNU_SOURCE
#include "callocation.h"

#include <errno.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CALLOCATION_OFF 1
#endif
#endif

#ifdef CALLOCATION_OFF

uint64_t callocation_count(void) { return 0; }
bool callocation_is_counting(void) { return false; }

#else

// glibc's own functions, under the names reserved for replacements of malloc.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

static _Thread_local uint64_t allocations __attribute__((tls_model("initial-exec")));

uint64_t callocation_count(void) { return allocations; }
bool callocation_is_counting(void) { return true; }

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    allocations++;
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    allocations++;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    allocations++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    allocations++;
    *memory = __libc_memalign(alignment, size);
    return *memory == NULL ? ENOMEM : 0;
}

void free(void *memory) { __libc_free(memory); }

#endif
