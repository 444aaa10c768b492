// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// High numbers for descriptors. The program keeps the low ones, which it may have chosen for its own files (dup2), or
// expects to get next.

#include "internal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

/// The lowest high number, unless the process may have few.
enum { BOUND = 512 };

struct chttp_low_numbers {
    int count;
    int numbers[BOUND];
};

int chttp__descriptor_bound(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    // The other half is for what gets high numbers.
    return limit.rlim_cur / 2 < BOUND ? (int)(limit.rlim_cur / 2) : BOUND;
}

int chttp__descriptor_raise(int descriptor, int bound) {
    if (descriptor < 0 || descriptor >= bound) return descriptor;
    int raised = fcntl(descriptor, F_DUPFD_CLOEXEC, bound);
    if (raised < 0) return descriptor;
    close(descriptor);
    return raised;
}

chttp_low_numbers *chttp_low_numbers_take(void) {
    int bound = chttp__descriptor_bound();
    chttp_low_numbers *taken = malloc(sizeof *taken);
    if (!taken) return NULL;
    taken->count = 0;
    // First a high one: the kernel makes room for all of them once, for which it may wait for other threads.
    int source = chttp__descriptor_raise(open("/dev/null", O_RDONLY | O_CLOEXEC), bound);
    int number = source;
    // Each is the lowest free number.
    while (number >= 0 && (number = fcntl(source, F_DUPFD_CLOEXEC, 0)) >= 0 && number < bound)
        taken->numbers[taken->count++] = number;
    if (number >= 0) close(number);
    if (source >= 0) close(source);
    return taken;
}

void chttp_low_numbers_give_back(chttp_low_numbers *taken) {
    if (!taken) return;
    while (taken->count > 0) close(taken->numbers[--taken->count]);
    free(taken);
}
