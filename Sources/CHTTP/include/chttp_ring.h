// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CHTTP_RING_H
#define CHTTP_RING_H

#include <stddef.h>
#include <stdint.h>

struct chttp_server;

/// A bounded ring of encoded events. Any number of streams read it, each at its own pace.
///
/// Memory is touched only as events arrive, so creating and destroying one ring per filter is cheap.
typedef struct chttp_ring chttp_ring;

/// The events that a stream lost because they were evicted before it read them.
typedef struct chttp_gap {
    /// First and last lost position; `last < first` if only events without a position were lost.
    uint64_t first;
    uint64_t last;
    /// Number of lost events.
    uint64_t event_count;
} chttp_gap;

/// The callbacks of a ring, never called under a lock.
typedef struct chttp_ring_callbacks {
    /// Passed to the callbacks; must stay valid until `destroyed`.
    void *_Nullable context;
    /// Writes the event that reports `gap` to a client into `out` and returns its length; 0 sends nothing.
    /// Called on the server's thread: must write at most `capacity` (1 024) bytes, within a few microseconds.
    size_t (*_Nonnull write_gap)(
        void *_Nullable context, const chttp_gap *_Nonnull gap, uint8_t *_Nonnull out, size_t capacity);
    /// Called once, on any thread, after the last handle and the last stream have been released. May be null.
    void (*_Nullable destroyed)(void *_Nullable context);
} chttp_ring_callbacks;

/// The options of a ring.
typedef struct chttp_ring_options {
    /// Capacity in bytes: a power of two from 4 KiB to 1 GiB.
    size_t byte_limit;
    /// Capacity in events: a power of two from 16 to 16 Mi.
    size_t event_count_limit;
    /// The ring will never contain events up to this position.
    uint64_t base_position;
} chttp_ring_options;

/// Creates an empty ring. The caller releases the handle with `chttp_ring_release`, before destroying `server`.
///
/// @return 0, CHTTP_EARGUMENT or CHTTP_EMEMORY; `destroyed` is not called after a failure.
int chttp_ring_create(
    struct chttp_server *_Nonnull server, const chttp_ring_options *_Nonnull options,
    const chttp_ring_callbacks *_Nonnull callbacks, chttp_ring *_Nullable *_Nonnull ring);

/// Releases the handle. Joined streams get no further events.
void chttp_ring_release(chttp_ring *_Nullable ring);

/// Appends `count` events, evicting the oldest ones as necessary. Call it from one thread at a time.
///
/// `bytes` contains the concatenated events, and `lengths[i]` is the length of each in bytes: at least 1, at most a
/// quarter of the ring. `positions[i]` is the position of each, or 0 for an event without one. Positions must increase,
/// also relative to `chttp_ring_advance`.
/// Nothing is sent before `chttp_ring_wake`.
/// @return 0, or CHTTP_EARGUMENT after appending nothing.
int chttp_ring_append(
    chttp_ring *_Nonnull ring, const uint8_t *_Nonnull bytes, const uint32_t *_Nonnull lengths,
    const uint64_t *_Nonnull positions, size_t count);

/// Marks all positions up to `position` as processed, and sets the block that idle streams send.
///
/// `block` (at most 256 bytes, copied) is sent to streams that have read everything and sent no bytes for the heartbeat
/// interval. A block that consists of an id moves the client's resume point.
/// @return 0 or CHTTP_EARGUMENT.
int chttp_ring_advance(
    chttp_ring *_Nonnull ring, uint64_t position, const uint8_t *_Nonnull block, size_t length);

/// Wakes every stream that waits for events of this ring. Call it once after each batch, from any thread.
void chttp_ring_wake(chttp_ring *_Nonnull ring);

/// The number of streams that have joined the ring.
size_t chttp_ring_stream_count(chttp_ring *_Nonnull ring);

#endif
