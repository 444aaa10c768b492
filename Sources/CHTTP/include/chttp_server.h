// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CHTTP_SERVER_H
#define CHTTP_SERVER_H

#include "chttp_request.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// An HTTP/1.1 server with two threads: one serves all connections, the other accepts and monitors them.
typedef struct chttp_server chttp_server;

/// The options of a server. `chttp_server_options_default` returns the defaults documented here.
typedef struct chttp_server_options {
    /// Numeric IPv4 or IPv6 address. Default 127.0.0.1.
    const char *_Nonnull address;
    /// Port; 0 (default) lets the system choose, see `chttp_server_port`.
    uint16_t port;
    /// Maximum number of connections. Default 64. At the limit, a new connection replaces the oldest one with an
    /// incomplete request, otherwise the one that has been idle longest, otherwise one that has not accepted its
    /// response for half a second. If there is none of these, it waits in the listen queue.
    uint32_t connection_count_limit;
    /// Number of connections that deferred requests and streams leave to requests that are answered at once; see
    /// `chttp_request_defer`. Default 16, less than the number of connections.
    uint32_t prompt_connection_count;
    /// Maximum number of event streams. Default 32.
    uint32_t stream_count_limit;
    /// Maximum number of produced bodies (`CHTTP_STREAM_BODY`). Default 8.
    uint32_t producer_count_limit;
    /// Memory for one connection's headers and one chunk of output, in bytes. Default 32 KiB, at least 8 KiB. Larger
    /// values make streams slightly faster and other requests slower, because the memory is cleared for each request.
    size_t connection_memory_limit;
    /// Largest accepted request target, in bytes. Default 8 KiB, at most a quarter of the connection memory.
    size_t target_limit;
    /// Largest accepted request line and header section together, in bytes. Default 12 KiB, at most half of
    /// the connection memory.
    size_t header_limit;
    /// Largest accepted request body, in bytes. Default 64 KiB.
    size_t body_limit;
    /// Size of a stream's own buffer, in addition to the ring, in bytes. Default 64 KiB, at least 4 KiB.
    size_t stream_buffer_limit;
    /// Kernel send buffer of a stream's socket, in bytes; 0 selects the system's default. Default 256 KiB.
    size_t stream_send_buffer_size;
    /// A connection without traffic is closed after this time. In seconds, default 30, at least 1.
    uint32_t idle_timeout_seconds;
    /// A connection is closed if its request is not complete within this time after the first byte, or up to a fifth
    /// later. In milliseconds, default 5 000, at least 1.
    uint32_t request_timeout_milliseconds;
    /// An idle stream sends its ring's idle block before this time ends. In milliseconds, default 15 000, at least 10.
    uint32_t heartbeat_milliseconds;
    /// Time that `chttp_server_stop` gives streams and deferred requests to finish. In milliseconds, default 500.
    uint32_t stop_grace_milliseconds;
} chttp_server_options;

/// The callbacks of a server, never called under a lock.
typedef struct chttp_server_callbacks {
    /// Passed to the callbacks. Must stay valid until `chttp_server_destroy` has returned true.
    void *_Nullable context;
    /// Called on the server's thread, once for each request that is complete or faulty. Must call
    /// `chttp_request_respond` or `chttp_request_defer` before it returns; otherwise the response is 500.
    void (*_Nonnull handle)(void *_Nullable context, chttp_request *_Nonnull request);
    /// Receives one line of diagnostics without a line break, valid during the call. May be null. Called on the
    /// server's threads and on those that start or stop it, possibly at the same time.
    void (*_Nullable log)(void *_Nullable context, const char *_Nonnull text);
} chttp_server_callbacks;

/// A snapshot of the counters since the server's start. Counters never decrease; gauges are marked.
typedef struct chttp_server_statistics {
    uint64_t requests;
    /// Gauge: open event streams. Produced bodies (`CHTTP_STREAM_BODY`) count in none of the following.
    uint64_t streams_open;
    uint64_t streams_opened;
    /// Event streams refused because of a limit.
    uint64_t streams_refused;
    /// Events and bytes delivered to all event streams.
    uint64_t delivered_events;
    uint64_t delivered_bytes;
    /// Gap events sent, and events that they report as lost.
    uint64_t gaps;
    uint64_t missed_events;
    /// Event streams closed because the peer accepted no bytes for the idle timeout.
    uint64_t stalled;
    /// Event streams closed because the peer left.
    uint64_t vanished;
} chttp_server_statistics;

/// The defaults.
chttp_server_options chttp_server_options_default(void);

/// Binds, listens and serves. Copies `options` and `callbacks`. The caller ends it with `chttp_server_destroy`.
///
/// @return 0; CHTTP_EADDRESS_* if the address cannot be bound; CHTTP_EARGUMENT, CHTTP_EMEMORY, CHTTP_ESYSTEM.
int chttp_server_start(
    const chttp_server_options *_Nonnull options, const chttp_server_callbacks *_Nonnull callbacks,
    chttp_server *_Nullable *_Nonnull server);

/// Stops accepting connections, ends every stream with `farewell`, and returns after all server threads have ended.
///
/// A farewell longer than 1 024 bytes is not sent.
/// Takes at most the configured grace period plus about 100 ms. Must not be called from the server's callbacks.
/// Repeated calls do nothing. Handles of requests and streams stay valid, but their calls return CHTTP_ECLOSED.
/// If the program has closed the server's descriptors, returns at once and leaves the threads alone: they cannot be
/// woken, and what they use would be files of the program. No connection is ended then, nor `closed` called.
void chttp_server_stop(chttp_server *_Nonnull server, const uint8_t *_Nullable farewell, size_t farewell_length);

/// Stops the server, without a farewell, if it is running, and releases the handle.
///
/// @return False if its threads go on, because the program has closed the server's descriptors: the context of the
///   callbacks must stay valid for ever.
bool chttp_server_destroy(chttp_server *_Nullable server);

/// The bound port. Any thread.
uint16_t chttp_server_port(const chttp_server *_Nonnull server);

/// The bound address, numeric. Any thread; valid as long as the server.
const char *_Nonnull chttp_server_address(const chttp_server *_Nonnull server);

/// Copies a consistent snapshot of the counters. Any thread.
void chttp_server_get_statistics(chttp_server *_Nonnull server, chttp_server_statistics *_Nonnull statistics);

#endif
