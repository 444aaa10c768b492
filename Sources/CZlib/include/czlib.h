// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CZLIB_H
#define CZLIB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// zlib's compression to gzip files. Its own start functions are macros, which Swift can't call.

/// A gzip file being written (RFC 1952).
typedef struct czlib_gzip czlib_gzip;

/// Starts a file, without a name and without a time, so that equal content makes equal files.
///
/// @param level 1 (fast) to 9 (small).
/// @return NULL if there is not enough memory, or the level is another one. Ends with `czlib_gzip_stop`.
czlib_gzip *_Nullable czlib_gzip_start(int level);

/// Compresses as much of `input` as there is room for in `output`.
///
/// @param finishes Whether the file ends after this input; from then on it must be true in each call.
/// @param consumed Bytes taken from `input`.
/// @param produced Bytes put into `output`.
/// @return Whether the file is complete: `finishes` was true, and everything is in the output.
bool czlib_gzip_write(
    czlib_gzip *_Nonnull file,
    const uint8_t *_Nullable input,
    size_t input_length,
    bool finishes,
    uint8_t *_Nonnull output,
    size_t output_capacity,
    size_t *_Nonnull consumed,
    size_t *_Nonnull produced);

/// Frees the memory of a file, complete or not.
void czlib_gzip_stop(czlib_gzip *_Nonnull file);

#endif
