// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CHTTP_RING_H
#define CHTTP_RING_H

#include <stddef.h>
#include <stdint.h>

struct chttp_server;

/// A bounded ring of encoded events that any number of streams read, each at its own pace.
///
/// Memory is touched only as events arrive, so that a ring for each distinct filter is cheap to make and to drop.
typedef struct chttp_ring chttp_ring;

/// What a stream lost because the ring had moved on.
typedef struct chttp_gap {
    /// First and last position that the stream was not told about; `last < first` when only events without a
    /// position were lost.
    uint64_t first;
    uint64_t last;
    /// Events of this ring that were lost.
    uint64_t event_count;
} chttp_gap;

/// What a ring calls, never under a lock.
typedef struct chttp_ring_callbacks {
    /// Passed on unchanged; must stay valid until `destroyed`.
    void *_Nullable context;
    /// Writes the event that tells a client of `gap` into `out` and returns its length; 0 tells nothing.
    /// Called on the server's thread: at most `capacity` (1 024) bytes and a few microseconds.
    size_t (*_Nonnull write_gap)(
        void *_Nullable context, const chttp_gap *_Nonnull gap, uint8_t *_Nonnull out, size_t capacity);
    /// Called once, on any thread, when the last handle and the last stream are gone. May be null.
    void (*_Nullable destroyed)(void *_Nullable context);
} chttp_ring_callbacks;

/// The sizes of a ring.
typedef struct chttp_ring_options {
    /// Bytes of the ring: a power of two from 4 KiB to 1 GiB.
    size_t byte_limit;
    /// Events of the ring: a power of two from 16 to 16 Mi.
    size_t event_count_limit;
    /// Events up to this position are known not to be in the ring.
    uint64_t base_position;
} chttp_ring_options;

/// Makes an empty ring. The caller gives the handle up with `chttp_ring_release`; `server` must not be destroyed
/// before.
///
/// @return 0, CHTTP_EARGUMENT or CHTTP_EMEMORY; `destroyed` is not called after a failure.
int chttp_ring_create(
    struct chttp_server *_Nonnull server, const chttp_ring_options *_Nonnull options,
    const chttp_ring_callbacks *_Nonnull callbacks, chttp_ring *_Nullable *_Nonnull ring);

/// Gives up the handle. Streams that are still joined see no further event.
void chttp_ring_release(chttp_ring *_Nullable ring);

/// Appends `count` events, evicting the oldest ones as far as needed. One thread at a time.
///
/// `bytes` holds the events one after the other, `lengths[i]` is the length of each in bytes: at least 1, at most a
/// quarter of the ring. `positions[i]` is its position, or 0 for an event that has none; positions only grow, beyond
/// those of `chttp_ring_advance` too.
/// Nothing is sent before `chttp_ring_wake`.
/// @return 0, or CHTTP_EARGUMENT and nothing is appended.
int chttp_ring_append(
    chttp_ring *_Nonnull ring, const uint8_t *_Nonnull bytes, const uint32_t *_Nonnull lengths,
    const uint64_t *_Nonnull positions, size_t count);

/// Says that every position up to `position` has been considered, and what a quiet stream is to be sent.
///
/// `block` (at most 256 bytes, copied) goes to streams that have read everything and were without bytes for the
/// heartbeat interval; an id-only block moves the client's resume point.
/// @return 0 or CHTTP_EARGUMENT.
int chttp_ring_advance(
    chttp_ring *_Nonnull ring, uint64_t position, const uint8_t *_Nonnull block, size_t length);

/// Wakes every stream that waits for events of this ring. Call it once after a batch. Any thread.
void chttp_ring_wake(chttp_ring *_Nonnull ring);

/// The number of streams that are joined to the ring.
size_t chttp_ring_stream_count(chttp_ring *_Nonnull ring);

#endif
