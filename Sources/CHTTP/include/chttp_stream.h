// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CHTTP_STREAM_H
#define CHTTP_STREAM_H

#include "chttp_ring.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A body that is written while it is sent: first its own bytes through a bounded buffer, then, after
/// `chttp_stream_join`, the events of a ring. All functions are callable from any thread.
typedef struct chttp_stream chttp_stream;

/// The kind of a stream, which determines its limit and its end.
typedef enum chttp_stream_kind {
    /// Open until the peer leaves; limited by `stream_count_limit`; gets heartbeats and the farewell.
    CHTTP_STREAM_EVENTS = 0,
    /// Ends with `chttp_stream_finish`; limited by `producer_count_limit`; cut off when the server stops.
    CHTTP_STREAM_BODY = 1,
} chttp_stream_kind;

/// The counters of a stream.
typedef struct chttp_stream_statistics {
    uint64_t delivered_events;
    uint64_t delivered_bytes;
    uint64_t gaps;
    uint64_t missed_events;
    /// Events in the ring that have not been delivered yet.
    uint64_t lag_events;
    bool is_closed;
} chttp_stream_statistics;

/// Creates a stream. The caller releases the handle with `chttp_stream_release`; the connection has its own.
///
/// `closed(context)`, which may be null, is called exactly once, on any thread and never under a lock: when the
/// connection has ended, or on release if there was no connection.
/// @return 0, CHTTP_ELIMIT if there are too many streams, CHTTP_ECLOSED if the server is stopping, CHTTP_EMEMORY;
///   `closed` is not called after a failure.
int chttp_stream_create(
    struct chttp_server *_Nonnull server, chttp_stream_kind kind, void (*_Nullable closed)(void *_Nullable context),
    void *_Nullable context, chttp_stream *_Nullable *_Nonnull stream);

/// Releases one handle.
void chttp_stream_release(chttp_stream *_Nullable stream);

/// Appends `length` bytes to the stream's own buffer, which is sent before the events of a ring.
///
/// If `timeout_milliseconds` is 0, appends either all bytes or none. Otherwise waits for space as often as necessary,
/// up to the timeout each time; this must not happen on the server's own threads.
/// If the server stops meanwhile, an event stream gets the rest before its farewell, unless the grace period ends.
/// @return 0, CHTTP_EFULL, CHTTP_ETIMEOUT, CHTTP_ECLOSED, CHTTP_EMEMORY, CHTTP_ESTATE after join or finish.
int chttp_stream_write(
    chttp_stream *_Nonnull stream, const uint8_t *_Nonnull bytes, size_t length, uint32_t timeout_milliseconds);

/// Continues with the events of `ring` after position `after`, each exactly once.
///
/// Events of the ring up to `after` are skipped, including those that are appended later.
/// @return 0; CHTTP_EEVICTED if the ring lacks an event with a position after `after`: write the missing events and try
///   again with the later position; CHTTP_ECLOSED; CHTTP_ESTATE after join or finish.
int chttp_stream_join(chttp_stream *_Nonnull stream, chttp_ring *_Nonnull ring, uint64_t after);

/// Ends the body after the buffered bytes. Repeated calls do nothing.
void chttp_stream_finish(chttp_stream *_Nonnull stream);

/// Cuts the connection off, so that the peer notices that the body is incomplete.
void chttp_stream_abort(chttp_stream *_Nonnull stream);

/// Copies the counters.
void chttp_stream_get_statistics(chttp_stream *_Nonnull stream, chttp_stream_statistics *_Nonnull statistics);

#endif
