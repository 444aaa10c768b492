// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CNATS_ZSTD_H
#define CNATS_ZSTD_H

#include <stddef.h>
#include <stdint.h>

/// Zstandard (RFC 8878) between buffers.

/// The memory of a compressor, for one thread at a time.
typedef struct cnats_compressor cnats_compressor;

/// @return NULL if there is not enough memory. Ends with `cnats_compressor_free`.
cnats_compressor *_Nullable cnats_compressor_create(int level);

void cnats_compressor_free(cnats_compressor *_Nullable compressor);

/// Compresses `input` into one frame.
///
/// @return Its length; 0 if it doesn't fit.
size_t cnats_compress(
    cnats_compressor *_Nonnull compressor,
    const uint8_t *_Nonnull input,
    size_t input_length,
    uint8_t *_Nonnull output,
    size_t output_capacity);

/// Decompresses frames of unknown origin.
///
/// Takes no more memory than twice `limit` and a window of 8 MiB, whatever the frames claim.
/// @param output Allocated; the caller frees it with free(3).
/// @return 0, -1 if the input is no complete frame, -2 if the output would be longer than `limit`, -3 without memory.
int cnats_decompress(
    const uint8_t *_Nonnull input,
    size_t input_length,
    size_t limit,
    uint8_t *_Nullable *_Nonnull output,
    size_t *_Nonnull output_length);

#endif
