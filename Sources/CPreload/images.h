// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CPRELOAD_IMAGES_H
#define CPRELOAD_IMAGES_H

#include <stdbool.h>
#include <stddef.h>

/// Whether an image of the process needs the Swift runtime. This library, which is loaded with it, doesn't count.
bool cpreload__needs_swift(void);

/// Whether the Swift runtime of the process is the one at a path, or a copy of it. The path need not be terminated.
bool cpreload__has_runtime(const char *path, size_t length);

/// Whether an address is in the program itself, and not in a library.
bool cpreload__is_program(const void *address);

#endif
