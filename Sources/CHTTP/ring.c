// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The ring of encoded events that streams read.

#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// MARK: - Life

static bool is_power_of_two(size_t number) { return number > 0 && (number & (number - 1)) == 0; }

static bool are_valid(const chttp_ring_options *options) {
    return is_power_of_two(options->byte_limit)
        && options->byte_limit >= 4096 && options->byte_limit <= (size_t)1 << 30
        && is_power_of_two(options->event_count_limit)
        && options->event_count_limit >= 16 && options->event_count_limit <= (size_t)1 << 24;
}

/// Zeroed memory, allocated lazily by the kernel. Null if mapping fails.
static void *map(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static void destroy(chttp_ring *ring) {
    if (ring->bytes) munmap(ring->bytes, ring->byte_mask + 1);
    if (ring->entries) munmap(ring->entries, (ring->entry_mask + 1) * sizeof *ring->entries);
    free(ring);
}

int chttp_ring_create(
    chttp_server *server, const chttp_ring_options *options, const chttp_ring_callbacks *callbacks,
    chttp_ring **ring) {
    *ring = NULL;
    if (!are_valid(options)) return CHTTP_EARGUMENT;
    chttp_ring *made = calloc(1, sizeof *made);
    if (!made) return CHTTP_EMEMORY;
    made->server = server;
    made->callbacks = *callbacks;
    made->byte_mask = options->byte_limit - 1;
    made->entry_mask = options->event_count_limit - 1;
    made->evicted_key = made->newest_key = 2 * options->base_position;
    made->bytes = map(options->byte_limit);
    made->entries = map(options->event_count_limit * sizeof *made->entries);
    atomic_init(&made->references, 1);
    if (!made->bytes || !made->entries) {
        destroy(made);
        return CHTTP_EMEMORY;
    }
    chttp__server_retain(server);
    *ring = made;
    return CHTTP_OK;
}

void chttp__ring_retain(chttp_ring *ring) {
    atomic_fetch_add_explicit(&ring->references, 1, memory_order_relaxed);
}

void chttp_ring_release(chttp_ring *ring) {
    if (!ring) return;
    if (atomic_fetch_sub_explicit(&ring->references, 1, memory_order_acq_rel) != 1) return;
    chttp_server *server = ring->server;
    if (ring->callbacks.destroyed) ring->callbacks.destroyed(ring->callbacks.context);
    destroy(ring);
    chttp__server_release(server);
}

// MARK: - Writing

/// (m) Offset after the last byte of the event `ordinal`.
static uint64_t end_of(const chttp_ring *ring, uint64_t ordinal) {
    return ordinal + 1 < ring->end ? ring->entries[(ordinal + 1) & ring->entry_mask].offset : ring->write_offset;
}

/// (m) Evicts the oldest events until `length` bytes fit.
static void make_room(chttp_ring *ring, size_t length) {
    while (ring->first < ring->end) {
        const chttp__entry *oldest = &ring->entries[ring->first & ring->entry_mask];
        bool fits = ring->write_offset + length - oldest->offset <= ring->byte_mask + 1
            && ring->end - ring->first <= ring->entry_mask;
        if (fits) return;
        ring->evicted_key = oldest->key;
        ring->first++;
    }
}

static void copy_in(chttp_ring *ring, const uint8_t *bytes, size_t length) {
    size_t start = ring->write_offset & ring->byte_mask;
    size_t head = ring->byte_mask + 1 - start;
    if (head > length) head = length;
    memcpy(ring->bytes + start, bytes, head);
    memcpy(ring->bytes, bytes + head, length - head);
    ring->write_offset += length;
}

/// True if each length fits the ring and positions increase from the newest one.
static bool are_appendable(
    const chttp_ring *ring, const uint32_t *lengths, const uint64_t *positions, size_t count) {
    uint64_t newest = ring->newest_key / 2;
    for (size_t index = 0; index < count; index++) {
        if (lengths[index] == 0 || lengths[index] > (ring->byte_mask + 1) / 4) return false;
        if (positions[index] == 0) continue;
        if (positions[index] <= newest || positions[index] > UINT64_MAX / 4) return false;
        newest = positions[index];
    }
    return true;
}

int chttp_ring_append(
    chttp_ring *ring, const uint8_t *bytes, const uint32_t *lengths, const uint64_t *positions, size_t count) {
    pthread_mutex_lock(&ring->server->mutex);
    bool is_valid = are_appendable(ring, lengths, positions, count);
    for (size_t index = 0; is_valid && index < count; index++) {
        make_room(ring, lengths[index]);
        uint64_t key = positions[index] > 0 ? 2 * positions[index] : ring->newest_key | 1;
        ring->entries[ring->end & ring->entry_mask] = (chttp__entry){.offset = ring->write_offset, .key = key};
        ring->newest_key = key;
        ring->end++;
        copy_in(ring, bytes, lengths[index]);
        bytes += lengths[index];
    }
    pthread_mutex_unlock(&ring->server->mutex);
    return is_valid ? CHTTP_OK : CHTTP_EARGUMENT;
}

int chttp_ring_advance(chttp_ring *ring, uint64_t position, const uint8_t *block, size_t length) {
    if (length > sizeof ring->idle_block) return CHTTP_EARGUMENT;
    pthread_mutex_lock(&ring->server->mutex);
    if (2 * position > ring->newest_key) ring->newest_key = 2 * position;
    memcpy(ring->idle_block, block, length);
    ring->idle_length = length;
    pthread_mutex_unlock(&ring->server->mutex);
    return CHTTP_OK;
}

void chttp_ring_wake(chttp_ring *ring) {
    chttp_server *server = ring->server;
    pthread_mutex_lock(&server->mutex);
    chttp_stream *wakeable = ring->parked;
    ring->parked = NULL;
    for (chttp_stream *stream = wakeable; stream; stream = stream->next_parked) {
        stream->parked = false;
        stream->in_parked_list = false;
    }
    if (wakeable) server->waker_count++;
    pthread_mutex_unlock(&server->mutex);
    if (wakeable) chttp__stream_resume_all(server, wakeable);
}

size_t chttp_ring_stream_count(chttp_ring *ring) {
    pthread_mutex_lock(&ring->server->mutex);
    size_t count = ring->stream_count;
    pthread_mutex_unlock(&ring->server->mutex);
    return count;
}

// MARK: - Reading

uint64_t chttp__ring_find(const chttp_ring *ring, uint64_t key) {
    uint64_t low = ring->first;
    uint64_t high = ring->end;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (ring->entries[middle & ring->entry_mask].key > key) high = middle;
        else low = middle + 1;
    }
    return low;
}

/// (m) Ordinal after the last event that ends within `capacity` bytes from the start of the event `cursor`.
static uint64_t last_fitting(const chttp_ring *ring, uint64_t cursor, size_t capacity) {
    uint64_t limit = ring->entries[cursor & ring->entry_mask].offset + capacity;
    if (ring->write_offset <= limit) return ring->end;
    uint64_t low = cursor;
    uint64_t high = ring->end - 1;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (end_of(ring, middle) <= limit) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void copy_out(const chttp_ring *ring, uint64_t offset, uint8_t *out, size_t length) {
    size_t start = offset & ring->byte_mask;
    size_t head = ring->byte_mask + 1 - start;
    if (head > length) head = length;
    memcpy(out, ring->bytes + start, head);
    memcpy(out + head, ring->bytes, length - head);
}

/// (m) Copies the beginning of an event that exceeds `capacity`. The remainder goes to the stream's own buffer, where
/// it cannot be evicted.
static size_t copy_split(chttp_ring *ring, chttp_stream *stream, uint8_t *out, size_t capacity) {
    uint64_t offset = ring->entries[stream->cursor & ring->entry_mask].offset;
    size_t rest = (size_t)(end_of(ring, stream->cursor) - offset) - capacity;
    copy_out(ring, offset, out, capacity);
    size_t start = (offset + capacity) & ring->byte_mask;
    size_t head = ring->byte_mask + 1 - start;
    if (head > rest) head = rest;
    if (!chttp__stream_buffer_append(stream, ring->bytes + start, head)
        || !chttp__stream_buffer_append(stream, ring->bytes, rest - head))
        stream->broken = true;
    return capacity;
}

size_t chttp__ring_copy(chttp_ring *ring, chttp_stream *stream, uint8_t *out, size_t capacity) {
    if (stream->cursor == ring->end) return 0;
    uint64_t offset = ring->entries[stream->cursor & ring->entry_mask].offset;
    uint64_t next = last_fitting(ring, stream->cursor, capacity);
    size_t count = 0;
    if (next == stream->cursor) {
        count = copy_split(ring, stream, out, capacity);
        next = stream->cursor + 1;
    } else {
        count = (size_t)(end_of(ring, next - 1) - offset);
        copy_out(ring, offset, out, count);
    }
    stream->statistics.delivered_events += next - stream->cursor;
    ring->server->totals.delivered_events += next - stream->cursor;
    stream->cursor = next;
    stream->last_key = ring->entries[(next - 1) & ring->entry_mask].key;
    return count;
}

void chttp__ring_unlist(chttp_ring *ring, chttp_stream *stream) {
    chttp_stream **link = &ring->parked;
    while (*link != stream) link = &(*link)->next_parked;
    *link = stream->next_parked;
    stream->in_parked_list = false;
}
