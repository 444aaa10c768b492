// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include <stdlib.h>

/// Installs an interposer; NULL if the module Interposer is not linked.
__attribute__((weak)) void interposer_begin(const char *patterns);

/// Runs before `main`, when the runtime knows the images of the program: the part of the Swift runtime that tells it of an
/// image is linked in front of everything else.
__attribute__((constructor)) static void begin(void) {
    // Not in a program that has more rights than whoever set the variable.
    const char *patterns = secure_getenv("INSPECT");
    if (patterns != NULL && *patterns != 0 && interposer_begin != NULL) interposer_begin(patterns);
}
