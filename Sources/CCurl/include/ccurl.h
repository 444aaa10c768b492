// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// POST requests by libcurl, one after the other. Its functions that take options are variadic, which Swift can't call.

/// A client of one address. It keeps its connection between requests.
typedef struct ccurl_client ccurl_client;

/// What came back.
typedef struct {
    /// HTTP's status; 0 without an answer.
    long status;
    /// The field lines of the answer, each with CRLF.
    const char *_Nonnull fields;
    size_t fields_length;
    const uint8_t *_Nonnull body;
    size_t body_length;
    /// Why there is no answer, in English; else empty.
    const char *_Nonnull failure;
} ccurl_reply;

/// A client. Ends with `ccurl_stop`.
///
/// @param url http or https; other schemes have no answer.
/// @param timeout_milliseconds How long a request may take in all.
/// @return NULL if there is not enough memory, or libcurl can't be used.
ccurl_client *_Nullable ccurl_start(const char *_Nonnull url, long timeout_milliseconds);

/// Appends a field line to all requests that follow.
///
/// @param line Such as `Content-Type: text/plain`, or `Accept;` for an empty value, without CR and LF.
/// @return False if there is not enough memory.
bool ccurl_append_field(ccurl_client *_Nonnull client, const char *_Nonnull line);

/// Removes all appended fields.
void ccurl_remove_fields(ccurl_client *_Nonnull client);

/// Sends a body, and blocks until the answer is there, the time is up, or it is cancelled; before libcurl 7.87, no sooner
/// than the system has an address for the name of the receiver, or gives up. Redirections are not followed.
/// Nothing else may be done with the client meanwhile, except `ccurl_cancel`.
///
/// @return Valid until the next call with this client. Of the field lines and of the body at most 1 MiB each.
ccurl_reply ccurl_post(ccurl_client *_Nonnull client, const uint8_t *_Nullable body, size_t length);

/// Ends the request that is under way, and all that follow. From any thread.
void ccurl_cancel(ccurl_client *_Nonnull client);

/// Whether `ccurl_cancel` was called. From any thread.
bool ccurl_is_cancelled(ccurl_client *_Nonnull client);

/// Closes the connection and frees all memory.
void ccurl_stop(ccurl_client *_Nonnull client);

#endif
