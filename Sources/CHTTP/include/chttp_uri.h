// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CHTTP_URI_H
#define CHTTP_URI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The decoded name=value pairs of a query string, in order.
typedef struct chttp_query chttp_query;

/// Decodes the percent escapes in `length` bytes into `out`, which must have a capacity of `length` bytes.
///
/// With `plus_is_space`, each `+` becomes a space, as in encoded forms. Zero bytes (`%00`) are preserved.
/// `out_length` is set to the number of decoded bytes.
/// @return 0, or CHTTP_EESCAPE with `error_offset` at the `%` that lacks two hexadecimal digits.
int chttp_uri_decode(
    const uint8_t *_Nonnull bytes, size_t length, bool plus_is_space, uint8_t *_Nonnull out,
    size_t *_Nonnull out_length, size_t *_Nonnull error_offset);

/// Splits a query string (without its `?`) at `&` and `=` and decodes names and values.
///
/// Duplicates are kept, empty pieces between two `&` are skipped, and a piece without `=` has an empty value.
/// The caller frees it with `chttp_query_destroy`.
/// @return 0, CHTTP_EESCAPE with `error_offset` in bytes from the start, or CHTTP_EMEMORY.
int chttp_query_create(
    const uint8_t *_Nonnull bytes, size_t length, chttp_query *_Nullable *_Nonnull query,
    size_t *_Nonnull error_offset);

/// Frees `query`; pointers into it become invalid.
void chttp_query_destroy(chttp_query *_Nullable query);

/// The number of pairs.
size_t chttp_query_count(const chttp_query *_Nonnull query);

/// The decoded name at `index` (below the count); not null-terminated, valid as long as `query`.
const uint8_t *_Nonnull chttp_query_name(const chttp_query *_Nonnull query, size_t index, size_t *_Nonnull length);

/// The decoded value at `index` (below the count); not null-terminated, valid as long as `query`.
const uint8_t *_Nonnull chttp_query_value(const chttp_query *_Nonnull query, size_t index, size_t *_Nonnull length);

#endif
