// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CHTTP_REQUEST_H
#define CHTTP_REQUEST_H

#include "chttp_response.h"
#include "chttp_uri.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A request. Accessors may only be used in the handler callback; the values they return are invalid after it has
/// returned, even if the request was deferred.
typedef struct chttp_request chttp_request;

/// The server that received the request.
struct chttp_server *_Nonnull chttp_request_server(const chttp_request *_Nonnull request);

/// The method as sent, null-terminated.
const char *_Nonnull chttp_request_method(const chttp_request *_Nonnull request);

/// The request target as sent: path and query, not decoded; null-terminated, `length` excludes the terminator.
const char *_Nonnull chttp_request_target(const chttp_request *_Nonnull request, size_t *_Nonnull length);

/// The host and port in a target in absolute form, which replace `Host` (RFC 9112, 3.2.2 "absolute-form"). Not
/// null-terminated; null for any other target.
const char *_Nullable chttp_request_authority(const chttp_request *_Nonnull request, size_t *_Nonnull length);

/// The target's path, not decoded, not null-terminated; a query, if any, follows after one `?`.
const char *_Nonnull chttp_request_raw_path(const chttp_request *_Nonnull request, size_t *_Nonnull length);

/// The whole path, percent-decoded, not null-terminated. Empty if `chttp_request_fault` is CHTTP_EESCAPE.
const uint8_t *_Nonnull chttp_request_path(const chttp_request *_Nonnull request, size_t *_Nonnull length);

/// The decoded query; null if there is none or if `chttp_request_fault` is CHTTP_EESCAPE.
const chttp_query *_Nullable chttp_request_query(const chttp_request *_Nonnull request);

/// The number of header fields, including duplicates.
size_t chttp_request_header_count(const chttp_request *_Nonnull request);

/// The name of the header field at `index` (below the count), as sent.
const char *_Nonnull chttp_request_header_name(
    const chttp_request *_Nonnull request, size_t index, size_t *_Nonnull length);

/// The value of the header field at `index` (below the count).
const char *_Nonnull chttp_request_header_value(
    const chttp_request *_Nonnull request, size_t index, size_t *_Nonnull length);

/// The body: at most `body_limit` bytes, and empty if `chttp_request_fault` is not 0.
const uint8_t *_Nonnull chttp_request_body(const chttp_request *_Nonnull request, size_t *_Nonnull length);

/// The numeric address of the peer, null-terminated, and its port.
const char *_Nonnull chttp_request_peer(const chttp_request *_Nonnull request, uint16_t *_Nonnull port);

/// The reason why the request cannot be served, or 0.
///
/// One of CHTTP_EESCAPE, CHTTP_ETARGET_TOO_LONG, CHTTP_EHEADERS_TOO_LARGE, CHTTP_EBODY_TOO_LARGE, CHTTP_EFRAMING,
/// CHTTP_ECODING, CHTTP_ESYNTAX, CHTTP_EHOST, CHTTP_EMEMORY. `offset` is a byte position in the target for
/// CHTTP_EESCAPE, otherwise 0.
/// The handler chooses the response. The connection is closed after it if the rest of the request was not read.
int chttp_request_fault(const chttp_request *_Nonnull request, size_t *_Nonnull offset);

/// Responds to the request and takes ownership of `response`, even on failure.
///
/// Call it once: in the handler, or for a deferred request later from any thread, which invalidates the handle.
/// @return 0; CHTTP_ESTATE if the request already has a response; CHTTP_ECLOSED if its connection is closed or the
///   server has given up waiting.
int chttp_request_respond(chttp_request *_Nonnull request, chttp_response *_Nonnull response);

/// Reports that no response could be created; call it instead of `chttp_request_respond`. For a deferred request it
/// invalidates the handle. The peer gets a 500, or a closed connection if memory is exhausted.
void chttp_request_give_up(chttp_request *_Nonnull request);

/// Defers the response; call it in the handler. The connection waits without occupying a thread.
///
/// The handle stays valid until `chttp_request_respond` or `chttp_request_give_up`; exactly one of them must be called,
/// once.
/// @return 0; CHTTP_ESTATE if the request was already answered or deferred; CHTTP_ELIMIT if deferred requests and
///   streams occupy all connections but `prompt_connection_count`: respond at once.
int chttp_request_defer(chttp_request *_Nonnull request);

/// Whether the peer of a deferred request has closed its side. It may still read the response: some clients close their
/// sending side after the request. Callable from any thread, like the functions that respond.
bool chttp_request_peer_has_left(const chttp_request *_Nonnull request);

#endif
