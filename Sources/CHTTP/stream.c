// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The life of a stream, and its own buffer. Reading is in stream_read.c.

#include "internal.h"

#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static const uint64_t NO_KEY = 0;

// MARK: - Life

/// (m) Counts a new stream of `kind`, or returns why it is refused.
static int admit(chttp_server *server, chttp_stream_kind kind) {
    if (server->stopping) return CHTTP_ECLOSED;
    uint32_t limit = kind == CHTTP_STREAM_EVENTS
        ? server->options.stream_count_limit
        : server->options.producer_count_limit;
    if (server->kind_counts[kind] >= limit || !chttp__server_has_room(server)) {
        if (kind == CHTTP_STREAM_EVENTS) server->totals.streams_refused++;
        return CHTTP_ELIMIT;
    }
    server->kind_counts[kind]++;
    if (kind == CHTTP_STREAM_EVENTS) server->totals.streams_opened++;
    return CHTTP_OK;
}

int chttp_stream_create(
    chttp_server *server, chttp_stream_kind kind, void (*closed)(void *context), void *context,
    chttp_stream **stream) {
    *stream = NULL;
    chttp_stream *made = calloc(1, sizeof *made);
    if (!made) return CHTTP_EMEMORY;
    if (chttp__cond_init(&made->room) != CHTTP_OK) {
        free(made);
        return CHTTP_EMEMORY;
    }
    made->server = server;
    made->kind = kind;
    made->closed_callback = closed;
    made->context = context;
    made->last_key = NO_KEY;
    made->skip_through_key = NO_KEY;
    atomic_init(&made->references, 1);
    pthread_mutex_lock(&server->mutex);
    int error = admit(server, kind);
    pthread_mutex_unlock(&server->mutex);
    if (error != CHTTP_OK) {
        pthread_cond_destroy(&made->room);
        free(made);
        return error;
    }
    chttp__server_retain(server);
    *stream = made;
    return CHTTP_OK;
}

/// Limits the cost of a peer that reads slowly or disappears silently: kernel memory, and time.
static void bound_socket(const chttp_server *server, int descriptor) {
    int size = (int)server->options.stream_send_buffer_size;
    unsigned timeout = server->options.idle_timeout_seconds * 1000;
    if (size > 0) setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout, sizeof timeout);
}

void chttp__stream_attach(chttp_stream *stream, struct MHD_Connection *connection) {
    chttp_server *server = stream->server;
    const union MHD_ConnectionInfo *information =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    int descriptor = information ? information->connect_fd : -1;
    if (descriptor >= 0) bound_socket(server, descriptor);
    pthread_mutex_lock(&server->mutex);
    stream->connection = connection;
    chttp__connection_carry(connection, stream);
    stream->active_at = chttp__now_milliseconds();
    stream->next = server->streams;
    if (server->streams) server->streams->previous = stream;
    server->streams = stream;
    pthread_mutex_unlock(&server->mutex);
}

/// (m) Removes `stream` from the server's list.
static void unlist(chttp_stream *stream) {
    chttp_server *server = stream->server;
    if (stream->previous) stream->previous->next = stream->next;
    else server->streams = stream->next;
    if (stream->next) stream->next->previous = stream->previous;
}

/// Closes the stream once. Its owner may still hold a handle.
static void close_stream(chttp_stream *stream) {
    chttp_server *server = stream->server;
    pthread_mutex_lock(&server->mutex);
    bool is_first = !stream->closed;
    chttp_ring *ring = stream->ring;
    if (is_first) {
        stream->closed = true;
        stream->statistics.is_closed = true;
        if (stream->connection) unlist(stream);
        stream->connection = NULL;
        if (stream->carrier) chttp__connection_put_down(stream->carrier);
        stream->carrier = NULL;
        server->kind_counts[stream->kind]--;
        if (stream->peer_gone && stream->kind == CHTTP_STREAM_EVENTS) server->totals.vanished++;
        if (ring) ring->stream_count--;
        stream->ring = NULL;
        pthread_cond_broadcast(&stream->room);
    }
    pthread_mutex_unlock(&server->mutex);
    if (!is_first) return;
    if (ring) chttp_ring_release(ring);
    if (stream->closed_callback) stream->closed_callback(stream->context);
}

void chttp_stream_release(chttp_stream *stream) {
    if (!stream) return;
    if (atomic_fetch_sub_explicit(&stream->references, 1, memory_order_acq_rel) != 1) return;
    close_stream(stream);
    chttp_server *server = stream->server;
    pthread_cond_destroy(&stream->room);
    free(stream->buffer);
    free(stream);
    chttp__server_release(server);
}

void chttp__stream_detach(void *context) {
    chttp_stream *stream = context;
    close_stream(stream);
    chttp_stream_release(stream);
}

// MARK: - Waking

void chttp__stream_unpark(chttp_stream *stream, chttp_stream **wakeable) {
    if (!stream->parked) return;
    if (stream->in_parked_list) chttp__ring_unlist(stream->ring, stream);
    stream->parked = false;
    stream->next_parked = *wakeable;
    *wakeable = stream;
}

chttp_stream *chttp__stream_unpark_all(chttp_server *server) {
    chttp_stream *wakeable = NULL;
    for (chttp_stream *stream = server->streams; stream; stream = stream->next)
        chttp__stream_unpark(stream, &wakeable);
    return wakeable;
}

void chttp__stream_resume_all(chttp_server *server, chttp_stream *wakeable) {
    // Streams on this list are suspended and no longer parked, so no other thread resumes them and libmicrohttpd cannot
    // end them. A resumed stream may be freed at any time, so its successor is read first.
    while (wakeable) {
        chttp_stream *next = wakeable->next_parked;
        if (chttp__has_descriptors(server)) MHD_resume_connection(wakeable->connection);
        wakeable = next;
    }
    pthread_mutex_lock(&server->mutex);
    if (--server->waker_count == 0 && server->stopping) pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->mutex);
}

/// (m) Unlocks the mutex and wakes `stream`.
static void unlock_and_wake(chttp_stream *stream) {
    chttp_server *server = stream->server;
    chttp_stream *wakeable = NULL;
    chttp__stream_unpark(stream, &wakeable);
    if (wakeable) server->waker_count++;
    pthread_mutex_unlock(&server->mutex);
    if (wakeable) chttp__stream_resume_all(server, wakeable);
}

// MARK: - Own buffer

/// (m) Reserves space after the buffered bytes. False if out of memory.
static bool reserve(chttp_stream *stream, size_t length) {
    if (stream->buffer_offset + stream->buffer_length + length <= stream->buffer_capacity) return true;
    if (stream->buffer_offset > 0)
        memmove(stream->buffer, stream->buffer + stream->buffer_offset, stream->buffer_length);
    stream->buffer_offset = 0;
    size_t capacity = stream->buffer_capacity ? stream->buffer_capacity : 512;
    while (capacity < stream->buffer_length + length) capacity *= 2;
    if (capacity == stream->buffer_capacity) return true;
    uint8_t *grown = realloc(stream->buffer, capacity);
    if (!grown) return false;
    stream->buffer = grown;
    stream->buffer_capacity = capacity;
    return true;
}

bool chttp__stream_buffer_append(chttp_stream *stream, const uint8_t *bytes, size_t length) {
    if (length == 0) return true;
    if (!reserve(stream, length)) return false;
    memcpy(stream->buffer + stream->buffer_offset + stream->buffer_length, bytes, length);
    stream->buffer_length += length;
    return true;
}

size_t chttp__stream_buffer_take(chttp_stream *stream, uint8_t *out, size_t capacity) {
    size_t count = stream->buffer_length < capacity ? stream->buffer_length : capacity;
    memcpy(out, stream->buffer + stream->buffer_offset, count);
    stream->buffer_offset += count;
    stream->buffer_length -= count;
    if (stream->buffer_length == 0) stream->buffer_offset = 0;
    if (stream->buffer_length == 0 && stream->ring) {
        // From now on the stream reads from its ring; the rare gap allocates a new buffer.
        free(stream->buffer);
        stream->buffer = NULL;
        stream->buffer_capacity = 0;
    }
    pthread_cond_broadcast(&stream->room);
    return count;
}

// MARK: - Owner's calls

/// (m) The reason why `stream` cannot be written to, or 0.
static int judge_write(const chttp_stream *stream) {
    if (stream->closed || stream->broken || stream->peer_gone || stream->server->stopping) return CHTTP_ECLOSED;
    return stream->finished || stream->ring ? CHTTP_ESTATE : CHTTP_OK;
}

/// (m) The reason why a write that has begun cannot go on, or 0. When the server stops, events are completed: half of
/// one before the farewell would look like another.
static int judge_rest(const chttp_stream *stream) {
    int error = judge_write(stream);
    bool is_lost = stream->closed || stream->broken || stream->peer_gone;
    return error == CHTTP_ECLOSED && !is_lost && stream->kind == CHTTP_STREAM_EVENTS ? CHTTP_OK : error;
}

/// (m) Appends the bytes that fit and wakes the reader, briefly releasing the mutex.
static int write_some(chttp_stream *stream, const uint8_t **bytes, size_t *length) {
    size_t limit = stream->server->options.stream_buffer_limit;
    size_t room = limit - stream->buffer_length;
    size_t count = *length < room ? *length : room;
    if (!chttp__stream_buffer_append(stream, *bytes, count)) return CHTTP_EMEMORY;
    *bytes += count;
    *length -= count;
    unlock_and_wake(stream);
    pthread_mutex_lock(&stream->server->mutex);
    return CHTTP_OK;
}

/// (m) Writes all bytes, waiting for space up to `timeout` milliseconds each time.
static int write_waiting(chttp_stream *stream, const uint8_t *bytes, size_t length, uint32_t timeout) {
    chttp_server *server = stream->server;
    for (;;) {
        int error = judge_rest(stream);
        if (error == CHTTP_OK) error = write_some(stream, &bytes, &length);
        if (error != CHTTP_OK || length == 0) return error;
        uint64_t deadline = chttp__now_milliseconds() + timeout;
        while (stream->buffer_length >= server->options.stream_buffer_limit && judge_rest(stream) == CHTTP_OK) {
            if (!chttp__cond_wait_until(&stream->room, &server->mutex, deadline)) return CHTTP_ETIMEOUT;
        }
    }
}

int chttp_stream_write(chttp_stream *stream, const uint8_t *bytes, size_t length, uint32_t timeout_milliseconds) {
    pthread_mutex_lock(&stream->server->mutex);
    int error = judge_write(stream);
    size_t room = stream->server->options.stream_buffer_limit - stream->buffer_length;
    if (error == CHTTP_OK && timeout_milliseconds == 0 && length > room) error = CHTTP_EFULL;
    if (error != CHTTP_OK) {
        pthread_mutex_unlock(&stream->server->mutex);
        return error;
    }
    stream->writer_count++;
    error = write_waiting(stream, bytes, length, timeout_milliseconds);
    stream->writer_count--;
    // What is missing will not come.
    if (error != CHTTP_OK && stream->server->stopping) stream->broken = true;
    // A stream that ends may have waited for the rest.
    if (stream->server->stopping) unlock_and_wake(stream);
    else pthread_mutex_unlock(&stream->server->mutex);
    return error;
}

int chttp_stream_join(chttp_stream *stream, chttp_ring *ring, uint64_t after) {
    uint64_t key = 2 * after;
    pthread_mutex_lock(&stream->server->mutex);
    int error = judge_write(stream);
    // Those without a position are not compared: what was evicted of them came before the stream.
    if (error == CHTTP_OK && ring->evicted_key / 2 > after) error = CHTTP_EEVICTED;
    if (error != CHTTP_OK) {
        pthread_mutex_unlock(&stream->server->mutex);
        return error;
    }
    chttp__ring_retain(ring);
    ring->stream_count++;
    stream->ring = ring;
    stream->cursor = chttp__ring_find(ring, key);
    stream->last_key = key;
    stream->skip_through_key = key;
    unlock_and_wake(stream);
    return CHTTP_OK;
}

void chttp_stream_finish(chttp_stream *stream) {
    pthread_mutex_lock(&stream->server->mutex);
    stream->finished = true;
    unlock_and_wake(stream);
}

void chttp_stream_abort(chttp_stream *stream) {
    pthread_mutex_lock(&stream->server->mutex);
    stream->broken = true;
    pthread_cond_broadcast(&stream->room);
    unlock_and_wake(stream);
}

void chttp_stream_get_statistics(chttp_stream *stream, chttp_stream_statistics *statistics) {
    pthread_mutex_lock(&stream->server->mutex);
    *statistics = stream->statistics;
    if (stream->ring) statistics->lag_events = stream->ring->end - stream->cursor;
    pthread_mutex_unlock(&stream->server->mutex);
}
