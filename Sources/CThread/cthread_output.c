// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What is said to whoever started the program, and what the program itself has still to say.

#define _GNU_SOURCE

#include "cthread.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

void cthread_say(const char *text) {
    int error = errno;
    sigset_t broken, before, pending;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    sigpending(&pending);
    // One call, so that no line of another thread comes between.
    size_t length = strlen(text);
    struct iovec parts[] = {
        {.iov_base = (void *)(uintptr_t)text, .iov_len = length},
        {.iov_base = "\n", .iov_len = 1},
    };
    bool is_written = writev(STDERR_FILENO, parts, 2) == (ssize_t)length + 1;
    // The signal would end the program, which has written nothing. One that was pending before is the program's.
    if (!is_written && sigismember(&pending, SIGPIPE) == 0) {
        struct timespec at_once = {0};
        while (sigtimedwait(&broken, NULL, &at_once) < 0 && errno == EINTR) {}
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
}

void cthread_flush_standard_streams(void) {
    FILE *streams[] = {stdout, stderr};
    for (size_t index = 0; index < sizeof streams / sizeof *streams; index++) {
        if (ftrylockfile(streams[index]) != 0) continue;
        fflush(streams[index]);
        funlockfile(streams[index]);
    }
}
