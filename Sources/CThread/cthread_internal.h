// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CTHREAD_INTERNAL_H
#define CTHREAD_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

/// Whether the eight bytes at an address can be read. Asks the system, and keeps `errno`.
bool cthread_is_readable(uintptr_t address);

#endif
