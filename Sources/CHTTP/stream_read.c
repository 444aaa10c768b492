// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The content reader of every stream, called on libmicrohttpd's thread whenever a connection can accept more bytes.

#include "internal.h"

#include <string.h>

/// The next action for a stream.
typedef enum step {
    STEP_SENT,   // bytes are in the output
    STEP_GAP,    // events were evicted: send the gap event, then continue
    STEP_END,    // the body is complete
    STEP_BREAK,  // the connection must be cut off
    STEP_PARK,   // nothing to send
} step;

/// (m) Counts events that were evicted before the stream read them.
static void skip_lost(chttp_stream *stream, chttp_gap *gap) {
    chttp_ring *ring = stream->ring;
    uint64_t oldest_key = ring->first < ring->end
        ? ring->entries[ring->first & ring->entry_mask].key
        : ring->newest_key + 1;
    gap->first = stream->last_key / 2 + 1;
    gap->last = (oldest_key - 1) / 2;
    gap->event_count = ring->first - stream->cursor;
    stream->cursor = ring->first;
    stream->last_key = oldest_key - 1;
    stream->statistics.gaps++;
    stream->statistics.missed_events += gap->event_count;
    stream->server->totals.gaps++;
    stream->server->totals.missed_events += gap->event_count;
}

/// (m) Skips events that the stream delivered before joining, even if the ring has evicted them since.
static void skip_known(chttp_stream *stream) {
    chttp_ring *ring = stream->ring;
    uint64_t key = stream->skip_through_key;
    bool is_known = stream->cursor < ring->first
        ? ring->evicted_key <= key
        : stream->cursor < ring->end && ring->entries[stream->cursor & ring->entry_mask].key <= key;
    if (is_known) stream->cursor = chttp__ring_find(ring, key);
}

/// (m) Copies the block for idle streams; without a ring, that is a comment.
static size_t copy_idle_block(chttp_stream *stream, uint8_t *out, size_t capacity) {
    static const uint8_t comment[] = ":\n\n";
    const uint8_t *block = comment;
    size_t length = sizeof comment - 1;
    if (stream->ring && stream->ring->idle_length > 0) {
        block = stream->ring->idle_block;
        length = stream->ring->idle_length;
    }
    if (length > capacity) return 0;
    memcpy(out, block, length);
    return length;
}

/// (m) The next bytes of the ring.
static step read_ring(chttp_stream *stream, uint8_t *out, size_t capacity, size_t *count, chttp_gap *gap) {
    chttp_ring *ring = stream->ring;
    if (stream->skip_through_key > 0) skip_known(stream);
    if (stream->cursor < ring->first) {
        skip_lost(stream, gap);
        return STEP_GAP;
    }
    *count = chttp__ring_copy(ring, stream, out, capacity);
    if (*count > 0) return STEP_SENT;
    // All events have been read, so nothing is missing up to the newest processed position.
    if (ring->newest_key > stream->last_key) stream->last_key = ring->newest_key;
    return STEP_PARK;
}

/// (m) Ends a stream when the server stops: events with a farewell, an incomplete body by cutting the connection off.
static step read_ending(chttp_stream *stream, uint8_t *out, size_t capacity, size_t *count) {
    chttp_server *server = stream->server;
    if (stream->kind == CHTTP_STREAM_BODY) return STEP_BREAK;
    // The rest of an event follows, but nothing may be suspended any more once requests are abandoned.
    if (stream->writer_count > 0) return server->abandoning ? STEP_BREAK : STEP_PARK;
    if (stream->farewell_done || server->farewell_length == 0 || server->farewell_length > capacity) return STEP_END;
    stream->farewell_done = true;
    memcpy(out, server->farewell, server->farewell_length);
    *count = server->farewell_length;
    return STEP_SENT;
}

/// (m) Performs one step of a stream.
static step advance(chttp_stream *stream, uint8_t *out, size_t capacity, size_t *count, chttp_gap *gap) {
    if (stream->peer_gone || stream->broken) return STEP_BREAK;
    if (stream->buffer_length > 0) {
        *count = chttp__stream_buffer_take(stream, out, capacity);
        return STEP_SENT;
    }
    if (stream->finished) return STEP_END;
    if (stream->ring) {
        step step = read_ring(stream, out, capacity, count, gap);
        if (step != STEP_PARK) return step;
    }
    if (stream->server->stopping) return read_ending(stream, out, capacity, count);
    if (stream->heartbeat_due) {
        *count = copy_idle_block(stream, out, capacity);
        if (*count > 0) return STEP_SENT;
    }
    return STEP_PARK;
}

/// (m) Suspends the connection until another thread unparks the stream.
static void park(chttp_stream *stream) {
    stream->parked = true;
    if (stream->ring) {
        stream->next_parked = stream->ring->parked;
        stream->ring->parked = stream;
        stream->in_parked_list = true;
    }
    // Holds the mutex so that the thread that unparks the stream cannot resume it before this.
    MHD_suspend_connection(stream->connection);
}

/// (m) Makes libmicrohttpd handle the connection once more. When a body breaks off, it closes the connection, but gives
/// its descriptor back only when it handles the connection again, which it otherwise does after the next event.
static void revisit(const chttp_stream *stream) {
    MHD_suspend_connection(stream->connection);
    MHD_resume_connection(stream->connection);
}

static void note_sent(chttp_stream *stream, size_t count) {
    stream->heartbeat_due = false;
    stream->active_at = chttp__now_milliseconds();
    stream->statistics.delivered_bytes += count;
    if (stream->kind == CHTTP_STREAM_EVENTS) stream->server->totals.delivered_bytes += count;
}

/// Gets the gap event without holding the mutex, and appends it to the stream's own buffer.
static void announce(chttp_stream *stream, const chttp_gap *gap) {
    // The ring outlives this call: the stream retains it until the connection ends, on this thread.
    const chttp_ring_callbacks *callbacks = &stream->ring->callbacks;
    uint8_t bytes[CHTTP__GAP_LIMIT];
    size_t length = callbacks->write_gap(callbacks->context, gap, bytes, sizeof bytes);
    pthread_mutex_lock(&stream->server->mutex);
    if (length > sizeof bytes || !chttp__stream_buffer_append(stream, bytes, length)) stream->broken = true;
}

ssize_t chttp__stream_read(void *context, uint64_t position, char *out, size_t capacity) {
    (void)position;
    chttp_stream *stream = context;
    pthread_mutex_t *mutex = &stream->server->mutex;
    chttp_gap gap;
    size_t count = 0;
    // To suspend the connection without descriptors would end the process.
    chttp__hold(stream->server);
    pthread_mutex_lock(mutex);
    step step = advance(stream, (uint8_t *)out, capacity, &count, &gap);
    while (step == STEP_GAP) {
        pthread_mutex_unlock(mutex);
        announce(stream, &gap);
        step = advance(stream, (uint8_t *)out, capacity, &count, &gap);
    }
    if (step == STEP_SENT) note_sent(stream, count);
    if (step == STEP_PARK) park(stream);
    if (step == STEP_BREAK) revisit(stream);
    pthread_mutex_unlock(mutex);
    switch (step) {
        case STEP_SENT:
            return (ssize_t)count;
        case STEP_END:
            return MHD_CONTENT_READER_END_OF_STREAM;
        case STEP_BREAK:
            return MHD_CONTENT_READER_END_WITH_ERROR;
        case STEP_GAP:
        case STEP_PARK:
            break;
    }
    return 0;
}
