// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CHTTP_UTF8_H
#define CHTTP_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The length of the sequence that begins `bytes` (`length` is at least 1); with `is_valid` false, of the maximal
/// malformed piece that one U+FFFD stands for.
size_t chttp__utf8_scan(const uint8_t *bytes, size_t length, bool *is_valid);

/// Whether all of `bytes` is well-formed.
bool chttp__utf8_is_valid(const uint8_t *bytes, size_t length);

#endif
