// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CHTTP_RESPONSE_H
#define CHTTP_RESPONSE_H

#include "chttp_stream.h"

#include <stddef.h>
#include <stdint.h>

/// An answer: status, header fields, body. Used for one request; `chttp_request_respond` takes it over.
///
/// Not thread safe before that. `HEAD` needs nothing special: the body is left out and its length is told.
typedef struct chttp_response chttp_response;

/// An answer whose body is a copy of `length` bytes. `status` is 200 to 599.
int chttp_response_create_copy(
    uint16_t status, const uint8_t *_Nullable bytes, size_t length, chttp_response *_Nullable *_Nonnull response);

/// An answer that owns its body: `release(context)` is called once, on any thread, when it is no longer needed,
/// also when this function fails.
int chttp_response_create_owned(
    uint16_t status, const uint8_t *_Nonnull bytes, size_t length, void (*_Nonnull release)(void *_Nullable context),
    void *_Nullable context, chttp_response *_Nullable *_Nonnull response);

/// An answer whose body lives at least as long as the server: nothing is copied.
int chttp_response_create_static(
    uint16_t status, const uint8_t *_Nonnull bytes, size_t length, chttp_response *_Nullable *_Nonnull response);

/// An answer whose body is what `stream` gets to carry, in chunks. A stream is attached to one answer only.
///
/// @return 0, CHTTP_ESTATE when the stream is attached already, CHTTP_EARGUMENT, CHTTP_EMEMORY.
int chttp_response_create_stream(
    uint16_t status, chttp_stream *_Nonnull stream, chttp_response *_Nullable *_Nonnull response);

/// Adds a header field; both strings are copied.
///
/// @return 0, CHTTP_EARGUMENT when a string is empty or has a control character, CHTTP_EMEMORY.
int chttp_response_add_header(
    chttp_response *_Nonnull response, const char *_Nonnull name, const char *_Nonnull value);

/// Ends an answer that was not given to `chttp_request_respond`.
void chttp_response_destroy(chttp_response *_Nullable response);

#endif
