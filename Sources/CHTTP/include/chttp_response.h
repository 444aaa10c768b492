// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CHTTP_RESPONSE_H
#define CHTTP_RESPONSE_H

#include "chttp_stream.h"

#include <stddef.h>
#include <stdint.h>

/// A response: status, header fields, body. It serves one request; `chttp_request_respond` takes ownership.
///
/// Not thread-safe before that. `HEAD` needs no special handling: the body is omitted, and its length is sent.
typedef struct chttp_response chttp_response;

/// A response whose body is a copy of `length` bytes. `status` is 200 to 599.
int chttp_response_create_copy(
    uint16_t status, const uint8_t *_Nullable bytes, size_t length, chttp_response *_Nullable *_Nonnull response);

/// A response that owns its body: `release(context)` is called once, on any thread, when the body is no longer needed,
/// including when this function fails.
int chttp_response_create_owned(
    uint16_t status, const uint8_t *_Nonnull bytes, size_t length, void (*_Nonnull release)(void *_Nullable context),
    void *_Nullable context, chttp_response *_Nullable *_Nonnull response);

/// A response whose body outlives the server; it is not copied.
int chttp_response_create_static(
    uint16_t status, const uint8_t *_Nonnull bytes, size_t length, chttp_response *_Nullable *_Nonnull response);

/// A response whose body is the content of `stream`, sent in chunks. A stream can only be attached to one response.
///
/// @return 0, CHTTP_ESTATE if the stream is already attached, CHTTP_EARGUMENT, CHTTP_EMEMORY.
int chttp_response_create_stream(
    uint16_t status, chttp_stream *_Nonnull stream, chttp_response *_Nullable *_Nonnull response);

/// Adds a header field; both strings are copied.
///
/// @return 0, CHTTP_EARGUMENT if a string is empty or contains a control character, CHTTP_EMEMORY.
int chttp_response_add_header(
    chttp_response *_Nonnull response, const char *_Nonnull name, const char *_Nonnull value);

/// Frees a response that was not passed to `chttp_request_respond`.
void chttp_response_destroy(chttp_response *_Nullable response);

#endif
