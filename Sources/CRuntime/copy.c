// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "cruntime.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// Memory that may not be there is read by the kernel: it fails where a load would end the program.

enum { PIECE = 4096 };

/// Whether the process was started under a filter of system calls, such as that of a hardened service, which may end it at
/// one that few programs make. One that can't be asked is taken for one that was.
static bool is_filtered(void) {
    static int known;
    int state = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (state != 0) return state == 2;
    char text[PIECE];
    int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    ssize_t count = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    text[count < 0 ? 0 : count] = '\0';
    const char *line = strstr(text, "\nSeccomp:");
    // proc_pid_status(5): 0 without a filter.
    bool is_free = line && strtol(line + sizeof "\nSeccomp:" - 1, NULL, 10) == 0;
    __atomic_store_n(&known, is_free ? 1 : 2, __ATOMIC_RELAXED);
    return !is_free;
}

/// Copies through a pipe, whose system calls no filter refuses, since programs make them.
static cruntime_copying copy_by_pipe(uintptr_t address, void *into, size_t length) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return CRUNTIME_REFUSED;
    cruntime_copying outcome = CRUNTIME_COPIED;
    for (size_t done = 0; done < length && outcome == CRUNTIME_COPIED;) {
        size_t count = length - done < PIECE ? length - done : PIECE;
        // Not by write(2) of libc: a sanitizer would look at the memory.
        ssize_t written = syscall(SYS_write, ends[1], (const void *)(address + done), count);
        bool is_whole = written == (ssize_t)count && read(ends[0], (char *)into + done, count) == written;
        if (!is_whole) outcome = CRUNTIME_UNREADABLE;
        done += count;
    }
    close(ends[0]);
    close(ends[1]);
    return outcome;
}

static cruntime_copying copy(uintptr_t address, void *into, size_t length) {
    if (is_filtered()) return copy_by_pipe(address, into, length);
    struct iovec local = {.iov_base = into, .iov_len = length};
    struct iovec remote = {.iov_base = (void *)address, .iov_len = length};
    ssize_t count = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
    if (count == (ssize_t)length) return CRUNTIME_COPIED;
    // A kernel without this call, or a filter since the start.
    bool is_refused = count < 0 && (errno == EPERM || errno == EACCES || errno == ENOSYS);
    return is_refused ? copy_by_pipe(address, into, length) : CRUNTIME_UNREADABLE;
}

cruntime_copying cruntime_try_copy(uintptr_t address, void *into, size_t length) {
    // This runs between callers and witnesses, which may pass each other the error of a system call.
    int error = errno;
    cruntime_copying outcome = copy(address, into, length);
    errno = error;
    return outcome;
}

bool cruntime_copy(uintptr_t address, void *into, size_t length) {
    return cruntime_try_copy(address, into, length) == CRUNTIME_COPIED;
}

cruntime_copying cruntime_copy_pieces(
    uintptr_t address, size_t length, void *context, void (*take)(void *context, const void *piece, size_t length)
) {
    unsigned char piece[PIECE];
    for (size_t done = 0; done < length;) {
        size_t count = length - done < sizeof piece ? length - done : sizeof piece;
        cruntime_copying outcome = cruntime_try_copy(address + done, piece, count);
        if (outcome != CRUNTIME_COPIED) return outcome;
        take(context, piece, count);
        done += count;
    }
    return CRUNTIME_COPIED;
}
