// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The ring of encoded events that streams read.

#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// MARK: - Life

static bool is_power_of_two(size_t number) { return number > 0 && (number & (number - 1)) == 0; }

static bool are_valid(const chttp_feed_options *options) {
    return is_power_of_two(options->byte_limit)
        && options->byte_limit >= 4096 && options->byte_limit <= (size_t)1 << 30
        && is_power_of_two(options->event_count_limit)
        && options->event_count_limit >= 16 && options->event_count_limit <= (size_t)1 << 24;
}

/// Zeroed memory that costs nothing until it is touched. Null when there is none.
static void *map(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static void destroy(chttp_feed *feed) {
    if (feed->ring) munmap(feed->ring, feed->ring_mask + 1);
    if (feed->entries) munmap(feed->entries, (feed->entry_mask + 1) * sizeof *feed->entries);
    free(feed);
}

int chttp_feed_create(
    chttp_server *server, const chttp_feed_options *options, const chttp_feed_callbacks *callbacks,
    chttp_feed **feed) {
    *feed = NULL;
    if (!are_valid(options)) return CHTTP_EARGUMENT;
    chttp_feed *made = calloc(1, sizeof *made);
    if (!made) return CHTTP_EMEMORY;
    made->server = server;
    made->callbacks = *callbacks;
    made->ring_mask = options->byte_limit - 1;
    made->entry_mask = options->event_count_limit - 1;
    made->evicted_key = made->newest_key = 2 * options->base_position;
    made->ring = map(options->byte_limit);
    made->entries = map(options->event_count_limit * sizeof *made->entries);
    atomic_init(&made->references, 1);
    if (!made->ring || !made->entries) {
        destroy(made);
        return CHTTP_EMEMORY;
    }
    chttp__server_retain(server);
    *feed = made;
    return CHTTP_OK;
}

void chttp__feed_retain(chttp_feed *feed) {
    atomic_fetch_add_explicit(&feed->references, 1, memory_order_relaxed);
}

void chttp_feed_release(chttp_feed *feed) {
    if (!feed) return;
    if (atomic_fetch_sub_explicit(&feed->references, 1, memory_order_acq_rel) != 1) return;
    chttp_server *server = feed->server;
    if (feed->callbacks.destroyed) feed->callbacks.destroyed(feed->callbacks.context);
    destroy(feed);
    chttp__server_release(server);
}

// MARK: - Writing

/// (m) Offset behind the last byte of the event `ordinal`.
static uint64_t end_of(const chttp_feed *feed, uint64_t ordinal) {
    return ordinal + 1 < feed->end ? feed->entries[(ordinal + 1) & feed->entry_mask].offset : feed->write_offset;
}

/// (m) Drops the oldest events until one of `length` bytes fits.
static void make_room(chttp_feed *feed, size_t length) {
    while (feed->first < feed->end) {
        const chttp__entry *oldest = &feed->entries[feed->first & feed->entry_mask];
        bool fits = feed->write_offset + length - oldest->offset <= feed->ring_mask + 1
            && feed->end - feed->first <= feed->entry_mask;
        if (fits) return;
        feed->evicted_key = oldest->key;
        feed->first++;
    }
}

static void copy_in(chttp_feed *feed, const uint8_t *bytes, size_t length) {
    size_t start = feed->write_offset & feed->ring_mask;
    size_t head = feed->ring_mask + 1 - start;
    if (head > length) head = length;
    memcpy(feed->ring + start, bytes, head);
    memcpy(feed->ring, bytes + head, length - head);
    feed->write_offset += length;
}

/// True when each length fits the ring and positions grow from `newest` on.
static bool are_appendable(
    const chttp_feed *feed, const uint32_t *lengths, const uint64_t *positions, size_t count) {
    uint64_t newest = feed->newest_key / 2;
    for (size_t index = 0; index < count; index++) {
        if (lengths[index] == 0 || lengths[index] > (feed->ring_mask + 1) / 4) return false;
        if (positions[index] == 0) continue;
        if (positions[index] <= newest || positions[index] > UINT64_MAX / 4) return false;
        newest = positions[index];
    }
    return true;
}

int chttp_feed_append(
    chttp_feed *feed, const uint8_t *bytes, const uint32_t *lengths, const uint64_t *positions, size_t count) {
    pthread_mutex_lock(&feed->server->mutex);
    bool is_valid = are_appendable(feed, lengths, positions, count);
    for (size_t index = 0; is_valid && index < count; index++) {
        make_room(feed, lengths[index]);
        uint64_t key = positions[index] > 0 ? 2 * positions[index] : feed->newest_key | 1;
        feed->entries[feed->end & feed->entry_mask] = (chttp__entry){.offset = feed->write_offset, .key = key};
        feed->newest_key = key;
        feed->end++;
        copy_in(feed, bytes, lengths[index]);
        bytes += lengths[index];
    }
    pthread_mutex_unlock(&feed->server->mutex);
    return is_valid ? CHTTP_OK : CHTTP_EARGUMENT;
}

int chttp_feed_advance(chttp_feed *feed, uint64_t position, const uint8_t *block, size_t length) {
    if (length > sizeof feed->idle_block) return CHTTP_EARGUMENT;
    pthread_mutex_lock(&feed->server->mutex);
    if (2 * position > feed->newest_key) feed->newest_key = 2 * position;
    memcpy(feed->idle_block, block, length);
    feed->idle_length = length;
    pthread_mutex_unlock(&feed->server->mutex);
    return CHTTP_OK;
}

void chttp_feed_wake(chttp_feed *feed) {
    chttp_server *server = feed->server;
    pthread_mutex_lock(&server->mutex);
    chttp_stream *wakeable = feed->parked;
    feed->parked = NULL;
    for (chttp_stream *stream = wakeable; stream; stream = stream->next_parked) {
        stream->parked = false;
        stream->in_parked_list = false;
    }
    if (wakeable) server->waker_count++;
    pthread_mutex_unlock(&server->mutex);
    if (wakeable) chttp__stream_resume_all(server, wakeable);
}

size_t chttp_feed_stream_count(chttp_feed *feed) {
    pthread_mutex_lock(&feed->server->mutex);
    size_t count = feed->stream_count;
    pthread_mutex_unlock(&feed->server->mutex);
    return count;
}

// MARK: - Reading

uint64_t chttp__feed_find(const chttp_feed *feed, uint64_t key) {
    uint64_t low = feed->first;
    uint64_t high = feed->end;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (feed->entries[middle & feed->entry_mask].key > key) high = middle;
        else low = middle + 1;
    }
    return low;
}

/// (m) Ordinal behind the last event that ends within `capacity` bytes of the event `cursor`.
static uint64_t last_fitting(const chttp_feed *feed, uint64_t cursor, size_t capacity) {
    uint64_t limit = feed->entries[cursor & feed->entry_mask].offset + capacity;
    if (feed->write_offset <= limit) return feed->end;
    uint64_t low = cursor;
    uint64_t high = feed->end - 1;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (end_of(feed, middle) <= limit) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void copy_out(const chttp_feed *feed, uint64_t offset, uint8_t *out, size_t length) {
    size_t start = offset & feed->ring_mask;
    size_t head = feed->ring_mask + 1 - start;
    if (head > length) head = length;
    memcpy(out, feed->ring + start, head);
    memcpy(out + head, feed->ring, length - head);
}

/// (m) Gives the beginning of an event that is larger than `capacity`; the rest waits in the stream's own buffer,
/// where no overrun can tear it off.
static size_t copy_split(chttp_feed *feed, chttp_stream *stream, uint8_t *out, size_t capacity) {
    uint64_t offset = feed->entries[stream->cursor & feed->entry_mask].offset;
    size_t rest = (size_t)(end_of(feed, stream->cursor) - offset) - capacity;
    copy_out(feed, offset, out, capacity);
    size_t start = (offset + capacity) & feed->ring_mask;
    size_t head = feed->ring_mask + 1 - start;
    if (head > rest) head = rest;
    if (!chttp__stream_buffer_append(stream, feed->ring + start, head)
        || !chttp__stream_buffer_append(stream, feed->ring, rest - head))
        stream->broken = true;
    return capacity;
}

size_t chttp__feed_copy(chttp_feed *feed, chttp_stream *stream, uint8_t *out, size_t capacity) {
    if (stream->cursor == feed->end) return 0;
    uint64_t offset = feed->entries[stream->cursor & feed->entry_mask].offset;
    uint64_t next = last_fitting(feed, stream->cursor, capacity);
    size_t count = 0;
    if (next == stream->cursor) {
        count = copy_split(feed, stream, out, capacity);
        next = stream->cursor + 1;
    } else {
        count = (size_t)(end_of(feed, next - 1) - offset);
        copy_out(feed, offset, out, count);
    }
    stream->statistics.delivered_events += next - stream->cursor;
    feed->server->totals.delivered_events += next - stream->cursor;
    stream->cursor = next;
    stream->last_key = feed->entries[(next - 1) & feed->entry_mask].key;
    return count;
}

void chttp__feed_unlist(chttp_feed *feed, chttp_stream *stream) {
    chttp_stream **link = &feed->parked;
    while (*link != stream) link = &(*link)->next_parked;
    *link = stream->next_parked;
    stream->in_parked_list = false;
}
