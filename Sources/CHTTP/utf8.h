// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CHTTP_UTF8_H
#define CHTTP_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether all of `bytes` is well-formed.
bool chttp__utf8_is_valid(const uint8_t *bytes, size_t length);

#endif
