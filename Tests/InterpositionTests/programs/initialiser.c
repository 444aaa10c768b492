// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>

static int count;

/// An initialiser of the program's own.
__attribute__((constructor)) static void begin(void) {
    count++;
    printf("initialised\n");
    fflush(stdout);
}

int initialised(void) { return count; }
