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

bool cruntime_copy(uintptr_t address, void *into, size_t length) {
    // process_vm_readv(2) fails where a load would crash. A process may always read itself.
    struct iovec local = {.iov_base = into, .iov_len = length};
    struct iovec remote = {.iov_base = (void *)address, .iov_len = length};
    // This runs between callers and witnesses, which may pass each other the error of a system call.
    int error = errno;
    bool is_whole = process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == (ssize_t)length;
    errno = error;
    return is_whole;
}

char *swift_demangle(const char *name, size_t name_length, char *buffer, size_t *buffer_size, uint32_t flags);

bool cruntime_demangle(const char *name, char *text, size_t size) {
    char *whole = swift_demangle(name, strlen(name), NULL, NULL, 0);
    if (!whole) return false;
    snprintf(text, size, "%s", whole);
    free(whole);
    return true;
}
