// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CHTTP_SERVER_H
#define CHTTP_SERVER_H

#include "chttp_request.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// An HTTP/1.1 server: one thread that serves all connections, one that watches over quiet streams.
typedef struct chttp_server chttp_server;

/// Every limit of a server. `chttp_server_options_default` gives what is documented here.
typedef struct chttp_server_options {
    /// Numeric IPv4 or IPv6 address. Default 127.0.0.1.
    const char *_Nonnull address;
    /// 0 (default) lets the system choose; `chttp_server_port` tells which.
    uint16_t port;
    /// Connections at a time; later ones wait in the listen queue. Default 64.
    uint32_t connection_count_limit;
    /// Event streams at a time. Default 32.
    uint32_t stream_count_limit;
    /// Produced bodies (`CHTTP_STREAM_BODY`) at a time. Default 8.
    uint32_t producer_count_limit;
    /// Memory for one connection's headers and one chunk of output, in bytes. Default 32 KiB, at least 8 KiB. More
    /// makes streams a little faster and plain requests slower: it is cleared for each request.
    size_t connection_memory_limit;
    /// Largest accepted request target, in bytes. Default 8 KiB, at most a quarter of the connection memory.
    size_t target_limit;
    /// Largest accepted request line and header section together, in bytes. Default 12 KiB, at most half of
    /// the connection memory.
    size_t header_limit;
    /// Largest accepted request body, in bytes. Default 64 KiB.
    size_t body_limit;
    /// Bytes that a stream keeps for itself besides its place in the ring. Default 64 KiB, at least 4 KiB.
    size_t stream_buffer_limit;
    /// Kernel send buffer of a stream's socket, in bytes; 0 leaves it to the system. Default 256 KiB.
    size_t stream_send_buffer_size;
    /// A connection that moves no byte for so long is closed, and one that has not sent a whole request after twice as
    /// long since it was opened or last answered. In seconds, default 30, at least 1.
    uint32_t idle_timeout_seconds;
    /// A stream without bytes for so long gets its ring's idle block. In milliseconds, default 15 000, at least 10.
    uint32_t heartbeat_milliseconds;
    /// How long `chttp_server_stop` lets streams and deferred requests finish. In milliseconds, default 500.
    uint32_t stop_grace_milliseconds;
} chttp_server_options;

/// What a server calls. Both are called on its own threads, never two at a time, never under a lock.
typedef struct chttp_server_callbacks {
    /// Passed on unchanged. Must stay valid until `chttp_server_stop` has returned.
    void *_Nullable context;
    /// Called once for each request when it is complete or was found faulty. Has to call either
    /// `chttp_request_respond` or `chttp_request_defer` before it returns; a request left alone is answered 500.
    void (*_Nonnull handle)(void *_Nullable context, chttp_request *_Nonnull request);
    /// Gets one line of diagnostics, without a line break; valid during the call. May be null. May be called from
    /// any of the server's threads and from the one that starts or stops it.
    void (*_Nullable log)(void *_Nullable context, const char *_Nonnull text);
} chttp_server_callbacks;

/// A snapshot of what a server has done since it was started. Counters never go down, gauges are marked.
typedef struct chttp_server_statistics {
    uint64_t requests;
    /// Gauge: event streams that are open.
    uint64_t streams_open;
    uint64_t streams_opened;
    /// Streams that were refused because of a limit.
    uint64_t streams_refused;
    /// Events and bytes handed to connections, all streams together.
    uint64_t delivered_events;
    uint64_t delivered_bytes;
    /// Gap events sent and events that they stand for.
    uint64_t gaps;
    uint64_t missed_events;
    /// Streams closed because the peer accepted nothing for the idle timeout.
    uint64_t stalled;
    /// Streams closed because the peer went away.
    uint64_t vanished;
} chttp_server_statistics;

/// The defaults.
chttp_server_options chttp_server_options_default(void);

/// Binds, listens and serves. `options` and `callbacks` are copied. The caller ends it with `chttp_server_destroy`.
///
/// @return 0; CHTTP_EADDRESS_* when the address cannot be bound; CHTTP_EARGUMENT, CHTTP_EMEMORY, CHTTP_ESYSTEM.
int chttp_server_start(
    const chttp_server_options *_Nonnull options, const chttp_server_callbacks *_Nonnull callbacks,
    chttp_server *_Nullable *_Nonnull server);

/// Stops accepting work, ends every stream with `farewell` and returns when no thread of the server is left.
///
/// Takes at most the grace of the options and about 100 ms. Not callable from the server's own callbacks.
/// A second call does nothing. Handles of requests and streams stay valid and answer CHTTP_ECLOSED.
void chttp_server_stop(chttp_server *_Nonnull server, const uint8_t *_Nullable farewell, size_t farewell_length);

/// Stops the server without a farewell when it runs and gives up the handle.
void chttp_server_destroy(chttp_server *_Nullable server);

/// The port that is bound. Any thread.
uint16_t chttp_server_port(const chttp_server *_Nonnull server);

/// The address that is bound, as numbers. Any thread; lives as long as the server.
const char *_Nonnull chttp_server_address(const chttp_server *_Nonnull server);

/// Copies the counters, consistent with each other. Any thread.
void chttp_server_get_statistics(chttp_server *_Nonnull server, chttp_server_statistics *_Nonnull statistics);

#endif
