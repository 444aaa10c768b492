// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "cthread_frames.h"

#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cthread_internal.h"

/// See `cthread_known_stack`.
static _Thread_local cthread_stack own __attribute__((tls_model("initial-exec")));

static __attribute__((noinline)) void find_stack(void) {
    int error = errno;
    own = (cthread_stack){.start = 0, .end = 1};
    pthread_attr_t attributes;
    // For the initial thread, this reads /proc/self/maps.
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        void *base = NULL;
        size_t size = 0;
        if (pthread_attr_getstack(&attributes, &base, &size) == 0) {
            own = (cthread_stack){.start = (uintptr_t)base, .end = (uintptr_t)base + size};
        }
        pthread_attr_destroy(&attributes);
    }
    errno = error;
}

cthread_stack cthread_known_stack(void) { return own; }

cthread_stack cthread_own_stack(void) {
    if (own.end == 0) find_stack();
    return own;
}

/// Start of every async context (Swift ABI, `AsyncContext`).
typedef struct context {
    const struct context *parent;
    uintptr_t resume;
} context;

bool cthread_is_readable(uintptr_t address) {
    // With an impossible `how`, rt_sigprocmask(2) fails after it has read the set.
    int error = errno;
    bool is_readable = syscall(SYS_rt_sigprocmask, ~0, address, NULL, sizeof(uint64_t)) == -1 && errno == EINVAL;
    errno = error;
    return is_readable;
}

/// Writes the addresses where the callers of an async function continue, and returns their number.
///
/// The contexts are not on the stack, so each of their pages is tested before the first access.
static __attribute__((noinline, no_sanitize("address", "thread"))) size_t follow_contexts(
    const context *context, uintptr_t *addresses, size_t limit
) {
    uintptr_t known_page = 0;
    size_t count = 0;
    while (count < limit && context && (uintptr_t)context % 16 == 0) {
        uintptr_t page = (uintptr_t)context >> 12;
        if (page != known_page && !cthread_is_readable((uintptr_t)context)) break;
        known_page = page;
        uintptr_t resume = cthread_plain(context->resume);
        if (resume == 0) break;
        addresses[count++] = resume | CTHREAD_RESUMPTION_BIT;
        context = context->parent;
    }
    return count;
}

size_t cthread_contexts(uintptr_t *addresses, size_t limit, const void *context) {
    return follow_contexts(context, addresses, limit);
}

__attribute__((noinline, no_sanitize("address", "thread"))) size_t cthread_frames(
    uintptr_t *addresses, size_t limit, const void *inside, bool is_async
) {
    if (own.end == 0) find_stack();
    uintptr_t frame = (uintptr_t)__builtin_frame_address(0), end = own.end;
    // Not the stack that the thread began with: a coroutine's, or that of a signal handler.
    if (frame < own.start || frame >= end) return 0;
    bool is_inside = (uintptr_t)inside > frame && (uintptr_t)inside < end;
    uintptr_t innermost = is_inside ? (uintptr_t)inside : frame;
    size_t count = 0;
    while (count < limit && frame % sizeof(void *) == 0 && end - frame >= 2 * sizeof(void *)) {
        if (is_async && is_inside && count == 2) {
            // This is the frame of the async function. Its context is below the saved frame pointer; its physical caller
            // is only what resumed it.
            return count + follow_contexts(((const context *const *)frame)[-1], addresses + count, limit - count);
        }
        uintptr_t caller = cthread_plain(((const uintptr_t *)frame)[0]);
        bool is_chain = caller > frame && caller < end;
        if (count > 0 || (is_chain && caller > innermost)) {
            uintptr_t address = cthread_plain(((const uintptr_t *)frame)[1]);
            if (address == 0) break;
            addresses[count++] = address;
        }
        if (!is_chain) break;
        frame = caller;
    }
    return count;
}
