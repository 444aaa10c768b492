// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "cruntime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((no_sanitize("thread", "address"), noinline)) uintptr_t cruntime_word(const void *address) {
    // Aligned, so it is read in one piece; volatile, so it is read once.
    return *(const volatile uintptr_t *)address;
}

char *swift_demangle(const char *name, size_t name_length, char *buffer, size_t *buffer_size, uint32_t flags);

bool cruntime_demangle(const char *name, char *text, size_t size) {
    char *whole = swift_demangle(name, strlen(name), NULL, NULL, 0);
    if (!whole) return false;
    snprintf(text, size, "%s", whole);
    free(whole);
    return true;
}
