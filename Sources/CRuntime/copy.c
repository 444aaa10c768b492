// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "cruntime.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// Memory that may not be there is read by the kernel: it fails where a load would end the program.

enum { PIECE = 4096 };

/// Whether the thread runs under a filter of system calls at the first copy, such as that of a hardened service, which may
/// end it at a call that few programs make. If that can't be found out, it is taken for filtered.
__attribute__((noinline, cold)) static bool was_filtered(void) {
    char text[PIECE];
    // Of the thread, since a filter is, too.
    int file = open("/proc/thread-self/status", O_RDONLY | O_CLOEXEC);
    ssize_t count = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    text[count < 0 ? 0 : count] = '\0';
    const char *line = strstr(text, "\nSeccomp:");
    // proc_pid_status(5): 0 without a filter.
    return !line || strtol(line + sizeof "\nSeccomp:" - 1, NULL, 10) != 0;
}

/// Whether there is a filter of system calls now. A program can add one, but remove none.
static bool is_filtered(void) {
    enum { UNKNOWN, FREE, FILTERED };
    static int known;
    int state = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (state == UNKNOWN) state = was_filtered() ? FILTERED : FREE;
    // Filters of programs that add their own usually let them ask: other libraries use prctl(2), too.
    else if (state == FREE && prctl(PR_GET_SECCOMP) != 0) state = FILTERED;
    __atomic_store_n(&known, state, __ATOMIC_RELAXED);
    return state == FILTERED;
}

/// A way to copy memory: a pipe, whose system calls no filter refuses since programs make them, or none.
typedef struct {
    int ends[2];
    bool is_pipe;
} copier;

static bool open_pipe(copier *copier) {
    copier->is_pipe = pipe2(copier->ends, O_CLOEXEC) == 0;
    return copier->is_pipe;
}

/// @return false if a pipe is needed and no descriptor is left.
static bool open_copier(copier *copier) {
    copier->is_pipe = false;
    return !is_filtered() || open_pipe(copier);
}

static void close_copier(const copier *copier) {
    if (!copier->is_pipe) return;
    close(copier->ends[0]);
    close(copier->ends[1]);
}

static cruntime_copying copy_by_pipe(const copier *copier, uintptr_t address, void *into, size_t length) {
    for (size_t done = 0; done < length;) {
        size_t count = length - done < PIECE ? length - done : PIECE;
        // Not by write(2) of libc: a sanitizer would look at the memory.
        ssize_t written = syscall(SYS_write, copier->ends[1], (const void *)(address + done), count);
        if (written != (ssize_t)count || read(copier->ends[0], (char *)into + done, count) != written)
            return CRUNTIME_UNREADABLE;
        done += count;
    }
    return CRUNTIME_COPIED;
}

static cruntime_copying copy(copier *copier, uintptr_t address, void *into, size_t length) {
    if (copier->is_pipe) return copy_by_pipe(copier, address, into, length);
    struct iovec local = {.iov_base = into, .iov_len = length};
    struct iovec remote = {.iov_base = (void *)address, .iov_len = length};
    ssize_t count = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
    if (count == (ssize_t)length) return CRUNTIME_COPIED;
    // A kernel without this call.
    bool is_refused = count < 0 && (errno == EPERM || errno == EACCES || errno == ENOSYS);
    if (!is_refused) return CRUNTIME_UNREADABLE;
    return open_pipe(copier) ? copy_by_pipe(copier, address, into, length) : CRUNTIME_REFUSED;
}

cruntime_copying cruntime_try_copy(uintptr_t address, void *into, size_t length) {
    // This runs between callers and witnesses, which may pass each other the error of a system call.
    int error = errno;
    copier copier;
    cruntime_copying outcome = CRUNTIME_REFUSED;
    if (open_copier(&copier)) {
        outcome = copy(&copier, address, into, length);
        close_copier(&copier);
    }
    errno = error;
    return outcome;
}

bool cruntime_copy(uintptr_t address, void *into, size_t length) {
    return cruntime_try_copy(address, into, length) == CRUNTIME_COPIED;
}

cruntime_copying cruntime_copy_pieces(
    uintptr_t address, size_t length, void *context, void (*take)(void *context, const void *piece, size_t length)
) {
    int error = errno;
    copier copier;
    unsigned char piece[PIECE];
    cruntime_copying outcome = open_copier(&copier) ? CRUNTIME_COPIED : CRUNTIME_REFUSED;
    bool is_open = outcome == CRUNTIME_COPIED;
    for (size_t done = 0; done < length && outcome == CRUNTIME_COPIED;) {
        size_t count = length - done < sizeof piece ? length - done : sizeof piece;
        outcome = copy(&copier, address + done, piece, count);
        if (outcome == CRUNTIME_COPIED) take(context, piece, count);
        done += count;
    }
    if (is_open) close_copier(&copier);
    errno = error;
    return outcome;
}
