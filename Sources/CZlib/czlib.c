// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "czlib.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

struct czlib_gzip {
    z_stream stream;
};

/// The largest window, plus the number by which zlib asks for gzip's header and trailer (zlib.h, deflateInit2).
enum { WINDOW_BITS = 15 + 16, MEMORY_LEVEL = 8 };

czlib_gzip *czlib_gzip_start(int level) {
    if (level < 1 || level > 9) return NULL;
    czlib_gzip *file = calloc(1, sizeof *file);
    if (!file) return NULL;
    if (deflateInit2(&file->stream, level, Z_DEFLATED, WINDOW_BITS, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK) {
        free(file);
        return NULL;
    }
    return file;
}

static uInt clamped(size_t length) { return length > UINT_MAX ? UINT_MAX : (uInt)length; }

bool czlib_gzip_write(
    czlib_gzip *file,
    const uint8_t *input,
    size_t input_length,
    bool finishes,
    uint8_t *output,
    size_t output_capacity,
    size_t *consumed,
    size_t *produced) {
    z_stream *stream = &file->stream;
    uInt given = clamped(input_length), room = clamped(output_capacity);
    stream->next_in = (Bytef *)(uintptr_t)input;
    stream->avail_in = given;
    stream->next_out = output;
    stream->avail_out = room;
    // A longer input than zlib can count comes in parts, of which only the last one may finish the file.
    int result = deflate(stream, finishes && given == input_length ? Z_FINISH : Z_NO_FLUSH);
    *consumed = given - stream->avail_in;
    *produced = room - stream->avail_out;
    return result == Z_STREAM_END;
}

void czlib_gzip_stop(czlib_gzip *file) {
    deflateEnd(&file->stream);
    free(file);
}
