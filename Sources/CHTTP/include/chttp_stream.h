// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CHTTP_STREAM_H
#define CHTTP_STREAM_H

#include "chttp_ring.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A body that is written while it is sent: bytes of its own through one bounded buffer, then, after
/// `chttp_stream_join`, the events of a ring. All functions are callable from any thread.
typedef struct chttp_stream chttp_stream;

/// What a stream counts as.
typedef enum chttp_stream_kind {
    /// Lives until the peer leaves; counted by `stream_count_limit`; gets heartbeats and the farewell.
    CHTTP_STREAM_EVENTS = 0,
    /// Ends with `chttp_stream_finish`; counted by `producer_count_limit`; cut off when the server stops.
    CHTTP_STREAM_BODY = 1,
} chttp_stream_kind;

/// What a stream has carried.
typedef struct chttp_stream_statistics {
    uint64_t delivered_events;
    uint64_t delivered_bytes;
    uint64_t gaps;
    uint64_t missed_events;
    /// Events of the ring that it has not been given yet.
    uint64_t lag_events;
    bool is_closed;
} chttp_stream_statistics;

/// Makes a stream. The caller gives the handle up with `chttp_stream_release`; the connection keeps its own.
///
/// `closed(context)`, which may be null, is called exactly once, on any thread and never under a lock: when the
/// connection has ended, or at release when there was none.
/// @return 0, CHTTP_ELIMIT when there are too many, CHTTP_ECLOSED when the server stops, CHTTP_EMEMORY; `closed` is
/// not called after a failure.
int chttp_stream_create(
    struct chttp_server *_Nonnull server, chttp_stream_kind kind, void (*_Nullable closed)(void *_Nullable context),
    void *_Nullable context, chttp_stream *_Nullable *_Nonnull stream);

/// Gives up one handle.
void chttp_stream_release(chttp_stream *_Nullable stream);

/// Appends `length` bytes to the stream's own buffer, which goes out before anything from a ring.
///
/// With `timeout_milliseconds` 0 all is taken or nothing; else waits for room as often as needed, each time at most
/// so long. Must not wait on the server's own threads.
/// @return 0, CHTTP_EFULL, CHTTP_ETIMEOUT, CHTTP_ECLOSED, CHTTP_ESTATE after join or finish.
int chttp_stream_write(
    chttp_stream *_Nonnull stream, const uint8_t *_Nonnull bytes, size_t length, uint32_t timeout_milliseconds);

/// Goes on with those events of `ring` that come after position `after`, each exactly once.
///
/// Events of the ring up to `after` are skipped, also those that are still to come.
/// @return 0; CHTTP_EEVICTED when an event after `after` is no longer in the ring, or was before it was made: then
/// write what is missing and try again with the later position; CHTTP_ECLOSED; CHTTP_ESTATE when joined or finished.
int chttp_stream_join(chttp_stream *_Nonnull stream, chttp_ring *_Nonnull ring, uint64_t after);

/// Ends the body after what is buffered. Later calls do nothing.
void chttp_stream_finish(chttp_stream *_Nonnull stream);

/// Breaks the connection off, so that the peer can tell that the body is not complete.
void chttp_stream_abort(chttp_stream *_Nonnull stream);

/// Copies the counters.
void chttp_stream_get_statistics(chttp_stream *_Nonnull stream, chttp_stream_statistics *_Nonnull statistics);

#endif
