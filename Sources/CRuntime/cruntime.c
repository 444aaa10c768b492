// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "cruntime.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

__attribute__((no_sanitize("thread", "address"), noinline)) uintptr_t cruntime_word(const void *address) {
    // Aligned, so it is read in one piece; volatile, so it is read once.
    return *(const volatile uintptr_t *)address;
}

cruntime_copying cruntime_try_copy(uintptr_t address, void *into, size_t length) {
    // process_vm_readv(2) fails where a load would crash. A process may always read itself.
    struct iovec local = {.iov_base = into, .iov_len = length};
    struct iovec remote = {.iov_base = (void *)address, .iov_len = length};
    // This runs between callers and witnesses, which may pass each other the error of a system call.
    int error = errno;
    ssize_t count = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
    bool is_refused = count < 0 && (errno == EPERM || errno == EACCES || errno == ENOSYS);
    errno = error;
    return count == (ssize_t)length ? CRUNTIME_COPIED : is_refused ? CRUNTIME_REFUSED : CRUNTIME_UNREADABLE;
}

bool cruntime_copy(uintptr_t address, void *into, size_t length) {
    return cruntime_try_copy(address, into, length) == CRUNTIME_COPIED;
}

cruntime_copying cruntime_copy_pieces(
    uintptr_t address, size_t length, void *context, void (*take)(void *context, const void *piece, size_t length)
) {
    unsigned char piece[4096];
    for (size_t done = 0; done < length;) {
        size_t count = length - done < sizeof piece ? length - done : sizeof piece;
        cruntime_copying outcome = cruntime_try_copy(address + done, piece, count);
        if (outcome != CRUNTIME_COPIED) return outcome;
        take(context, piece, count);
        done += count;
    }
    return CRUNTIME_COPIED;
}

char *swift_demangle(const char *name, size_t name_length, char *buffer, size_t *buffer_size, uint32_t flags);

bool cruntime_demangle(const char *name, char *text, size_t size) {
    char *whole = swift_demangle(name, strlen(name), NULL, NULL, 0);
    if (!whole) return false;
    snprintf(text, size, "%s", whole);
    free(whole);
    return true;
}
