// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CHTTP_REQUEST_H
#define CHTTP_REQUEST_H

#include "chttp_response.h"
#include "chttp_uri.h"

#include <stddef.h>
#include <stdint.h>

/// One request. Accessors are for the handler callback only: what they return is invalid after it has returned,
/// also when the request was deferred.
typedef struct chttp_request chttp_request;

/// The server that the request came to.
struct chttp_server *_Nonnull chttp_request_server(const chttp_request *_Nonnull request);

/// The method as sent, terminated.
const char *_Nonnull chttp_request_method(const chttp_request *_Nonnull request);

/// The request target as sent: path and query, still encoded; terminated, `length` without the terminator.
const char *_Nonnull chttp_request_target(const chttp_request *_Nonnull request, size_t *_Nonnull length);

/// The number of bytes of the target that are its path; a query, if any, follows after one `?`.
size_t chttp_request_path_length(const chttp_request *_Nonnull request);

/// The whole path, percent-decoded, not terminated. Empty when `chttp_request_fault` is CHTTP_EESCAPE.
const uint8_t *_Nonnull chttp_request_path(const chttp_request *_Nonnull request, size_t *_Nonnull length);

/// The decoded query; null when there is none or when `chttp_request_fault` is CHTTP_EESCAPE.
const chttp_query *_Nullable chttp_request_query(const chttp_request *_Nonnull request);

/// The number of header fields; duplicates count each.
size_t chttp_request_header_count(const chttp_request *_Nonnull request);

/// The name of the header field at `index` (below the count), as sent.
const char *_Nonnull chttp_request_header_name(
    const chttp_request *_Nonnull request, size_t index, size_t *_Nonnull length);

/// The value of the header field at `index` (below the count).
const char *_Nonnull chttp_request_header_value(
    const chttp_request *_Nonnull request, size_t index, size_t *_Nonnull length);

/// The body; never more than the server's `body_limit`, empty when `chttp_request_fault` is not 0.
const uint8_t *_Nonnull chttp_request_body(const chttp_request *_Nonnull request, size_t *_Nonnull length);

/// The peer's address as numbers, terminated; `port` is its port.
const char *_Nonnull chttp_request_peer(const chttp_request *_Nonnull request, uint16_t *_Nonnull port);

/// Why the request cannot be served, or 0.
///
/// One of CHTTP_EESCAPE, CHTTP_ETARGET_TOO_LONG, CHTTP_EHEADERS_TOO_LARGE, CHTTP_EBODY_TOO_LARGE, CHTTP_EFRAMING,
/// CHTTP_ECODING, CHTTP_EMEMORY. `offset` is a byte position in the target for CHTTP_EESCAPE, else 0.
/// The handler words the answer; the connection is closed after it where the rest of the request was not read.
int chttp_request_fault(const chttp_request *_Nonnull request, size_t *_Nonnull offset);

/// Answers the request and takes `response` over, also when it fails.
///
/// In the handler, once; or later from any thread, once, for a request that was deferred, which ends its handle.
/// @return 0; CHTTP_ESTATE when the request has an answer already; CHTTP_ECLOSED when its connection is gone.
int chttp_request_respond(chttp_request *_Nonnull request, chttp_response *_Nonnull response);

/// Says in the handler that the answer comes later. The connection waits without using a thread.
///
/// The handle stays valid until `chttp_request_respond`, which must be called exactly once.
/// @return 0, or CHTTP_ESTATE when it is answered or deferred already.
int chttp_request_defer(chttp_request *_Nonnull request);

#endif
