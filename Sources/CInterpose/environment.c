// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "internal.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/// Installs an interposer; NULL if the module Interposer is not linked.
__attribute__((weak)) void interposer_begin(const char *patterns);

/// What the loader calls before `main`, in this order.
typedef void (*initialiser)(int, char **, char **);
extern initialiser __init_array_start[] __attribute__((weak, visibility("hidden")));
extern initialiser __init_array_end[] __attribute__((weak, visibility("hidden")));

void swift_enumerateAllMetadataSections(bool (*body)(const void *, void *), void *context);

static const char *patterns;
static initialiser last;

static void begin_last(int argc, char **arguments, char **variables) {
    last(argc, arguments, variables);
    interposer_begin(patterns);
}

/// Puts a function in the place of the last one that the loader will call. Returns false if it can't, or is that itself.
static bool follow_last(initialiser own) {
    if (__init_array_end - __init_array_start < 2) return false;
    initialiser *place = __init_array_end - 1;
    if (*place == own) return false;
    uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE), page = (uintptr_t)place & ~(size - 1);
    int protection = cinterpose__protection(place);
    if (protection < 0 || mprotect((void *)page, size, protection | PROT_WRITE) != 0) return false;
    last = *place;
    __atomic_store_n(place, begin_last, __ATOMIC_RELEASE);
    mprotect((void *)page, size, protection);
    return true;
}

/// Runs before `main`, when the runtime knows the images of the program: the part of the Swift runtime that tells it of an
/// image is linked in front of everything else.
///
/// A runtime that is linked statically initialises the rest of itself later than this, among it the seed of all hashes.
__attribute__((constructor)) static void begin(int argc, char **arguments, char **variables) {
    // Not in a program that has more rights than whoever set the variable.
    patterns = secure_getenv("INSPECT");
    if (patterns == NULL || *patterns == 0 || interposer_begin == NULL) return;
    bool is_static = cinterpose_image_of((const void *)(uintptr_t)swift_enumerateAllMetadataSections).is_program;
    if (!is_static || !follow_last(begin)) interposer_begin(patterns);
}
