// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "cnats_zstd.h"

#include <stdlib.h>
#include <zstd.h>

/// Windows of at most 8 MiB; no compressor at an ordinary level uses a larger one.
enum { WINDOW_LOG_LIMIT = 23, FIRST_CAPACITY = 64 << 10 };

struct cnats_compressor {
    ZSTD_CCtx *context;
};

cnats_compressor *cnats_compressor_create(int level) {
    cnats_compressor *compressor = calloc(1, sizeof *compressor);
    if (!compressor) return NULL;
    compressor->context = ZSTD_createCCtx();
    if (!compressor->context
        || ZSTD_isError(ZSTD_CCtx_setParameter(compressor->context, ZSTD_c_compressionLevel, level))) {
        cnats_compressor_free(compressor);
        return NULL;
    }
    return compressor;
}

void cnats_compressor_free(cnats_compressor *compressor) {
    if (!compressor) return;
    ZSTD_freeCCtx(compressor->context);
    free(compressor);
}

size_t cnats_compress(
    cnats_compressor *compressor,
    const uint8_t *input,
    size_t input_length,
    uint8_t *output,
    size_t output_capacity) {
    size_t length = ZSTD_compress2(compressor->context, output, output_capacity, input, input_length);
    return ZSTD_isError(length) ? 0 : length;
}

/// The output, which grows as data comes, so that a claimed length costs nothing.
struct growing {
    uint8_t *bytes;
    size_t length, capacity, limit;
};

/// Makes room for at least one byte.
static int grow(struct growing *output) {
    if (output->length < output->capacity) return 0;
    if (output->capacity >= output->limit) return -2;
    size_t capacity = output->capacity ? output->capacity * 2 : FIRST_CAPACITY;
    if (capacity > output->limit) capacity = output->limit;
    uint8_t *bytes = realloc(output->bytes, capacity);
    if (!bytes) return -3;
    output->bytes = bytes;
    output->capacity = capacity;
    return 0;
}

static int decompress(ZSTD_DCtx *context, ZSTD_inBuffer *input, struct growing *output) {
    while (1) {
        // A full output may be the exact end: only output that is still to come proves that it is too long.
        uint8_t spare;
        int is_full = output->length == output->limit;
        int error = is_full ? 0 : grow(output);
        if (error) return error;
        ZSTD_outBuffer room = is_full
            ? (ZSTD_outBuffer){&spare, 1, 0}
            : (ZSTD_outBuffer){output->bytes + output->length, output->capacity - output->length, 0};
        size_t consumed = input->pos;
        size_t rest = ZSTD_decompressStream(context, &room, input);
        if (ZSTD_isError(rest)) return -1;
        if (is_full && room.pos > 0) return -2;
        output->length += is_full ? 0 : room.pos;
        if (rest == 0 && input->pos == input->size) return 0;
        if (room.pos == 0 && input->pos == consumed) return -1;
    }
}

int cnats_decompress(
    const uint8_t *input, size_t input_length, size_t limit, uint8_t **output, size_t *output_length) {
    ZSTD_DCtx *context = ZSTD_createDCtx();
    if (!context) return -3;
    struct growing growing = {.limit = limit};
    ZSTD_inBuffer buffer = {input, input_length, 0};
    int error = ZSTD_isError(ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, WINDOW_LOG_LIMIT)) ? -1 : 0;
    if (!error) error = decompress(context, &buffer, &growing);
    ZSTD_freeDCtx(context);
    if (error) {
        free(growing.bytes);
        return error;
    }
    *output = growing.bytes;
    *output_length = growing.length;
    return 0;
}
