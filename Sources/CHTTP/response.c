// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Responses: a status and a libmicrohttpd response.

#include "internal.h"

#include <stdlib.h>
#include <string.h>

/// Used only for HTTP/1.0 peers; chunks are built in the connection's own memory.
static const size_t PLAIN_BLOCK_SIZE = 4096;

static bool is_valid(uint16_t status) { return status >= 200 && status <= 599; }

/// Takes ownership of `mhd`, which is null if its creation failed.
static int wrap(uint16_t status, struct MHD_Response *mhd, chttp_stream *stream, chttp_response **response) {
    chttp_response *made = mhd ? malloc(sizeof *made) : NULL;
    if (!made) {
        if (mhd) MHD_destroy_response(mhd);
        return CHTTP_EMEMORY;
    }
    *made = (chttp_response){.mhd = mhd, .stream = stream, .status = status};
    *response = made;
    return CHTTP_OK;
}

int chttp_response_create_copy(uint16_t status, const uint8_t *bytes, size_t length, chttp_response **response) {
    *response = NULL;
    if (!is_valid(status)) return CHTTP_EARGUMENT;
    struct MHD_Response *mhd = MHD_create_response_from_buffer(
        length, (void *)(uintptr_t)bytes, length > 0 ? MHD_RESPMEM_MUST_COPY : MHD_RESPMEM_PERSISTENT);
    return wrap(status, mhd, NULL, response);
}

int chttp_response_create_owned(
    uint16_t status, const uint8_t *bytes, size_t length, void (*release)(void *context), void *context,
    chttp_response **response) {
    *response = NULL;
    struct MHD_Response *mhd = NULL;
    if (is_valid(status))
        mhd = MHD_create_response_from_buffer_with_free_callback_cls(
            length, (void *)(uintptr_t)bytes, release, context);
    if (!mhd) {
        release(context);
        return is_valid(status) ? CHTTP_EMEMORY : CHTTP_EARGUMENT;
    }
    return wrap(status, mhd, NULL, response);
}

int chttp_response_create_static(uint16_t status, const uint8_t *bytes, size_t length, chttp_response **response) {
    *response = NULL;
    if (!is_valid(status)) return CHTTP_EARGUMENT;
    struct MHD_Response *mhd =
        MHD_create_response_from_buffer(length, (void *)(uintptr_t)bytes, MHD_RESPMEM_PERSISTENT);
    return wrap(status, mhd, NULL, response);
}

/// True if `stream` had no response yet; marks it as attached.
static bool claim(chttp_stream *stream) {
    pthread_mutex_lock(&stream->server->mutex);
    bool is_first = !stream->attached && !stream->closed;
    if (is_first) stream->attached = true;
    pthread_mutex_unlock(&stream->server->mutex);
    return is_first;
}

int chttp_response_create_stream(uint16_t status, chttp_stream *stream, chttp_response **response) {
    *response = NULL;
    if (!is_valid(status)) return CHTTP_EARGUMENT;
    if (!claim(stream)) return CHTTP_ESTATE;
    // Released by chttp__stream_detach, which the response calls at its end.
    atomic_fetch_add_explicit(&stream->references, 1, memory_order_relaxed);
    struct MHD_Response *mhd = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, PLAIN_BLOCK_SIZE, chttp__stream_read, stream, chttp__stream_detach);
    if (!mhd) {
        chttp__stream_detach(stream);
        return CHTTP_EMEMORY;
    }
    return wrap(status, mhd, stream, response);
}

static bool has_control_character(const char *text) {
    for (const unsigned char *byte = (const unsigned char *)text; *byte; byte++) {
        if ((*byte < ' ' && *byte != '\t') || *byte == 127) return true;
    }
    return false;
}

int chttp_response_add_header(chttp_response *response, const char *name, const char *value) {
    if (!*name || !*value || has_control_character(name) || has_control_character(value)) return CHTTP_EARGUMENT;
    return MHD_add_response_header(response->mhd, name, value) == MHD_YES ? CHTTP_OK : CHTTP_EARGUMENT;
}

void chttp_response_destroy(chttp_response *response) {
    if (!response) return;
    MHD_destroy_response(response->mhd);
    free(response);
}
