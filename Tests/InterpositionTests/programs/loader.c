// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include <sys/stat.h>
#include <unistd.h>

// The loader of another C library: it knows no variable that keeps a program from running. In place of the program, it
// makes the folder MARK.

void _start(void) {
    mkdir(MARK, 0700);
    _exit(0);
}
