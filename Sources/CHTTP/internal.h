// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What the files of CHTTP share. One mutex per server guards every field marked (m): all work is done by one server
// thread and few producers, critical sections are short copies, and one lock leaves no order to get wrong.
// Callbacks, MHD_resume_connection and everything that blocks happen outside of it.

#ifndef CHTTP_INTERNAL_H
#define CHTTP_INTERNAL_H

#if !__has_include(<microhttpd.h>)
#error "libmicrohttpd's headers are missing. On Debian and Ubuntu: apt-get install libmicrohttpd-dev"
#endif
#if !__has_include(<jansson.h>)
#error "jansson's headers are missing. On Debian and Ubuntu: apt-get install libjansson-dev"
#endif

#include "chttp.h"

#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>

#if MHD_VERSION < 0x00097302
#error "libmicrohttpd 0.9.74 or later is needed."
#endif

enum {
    CHTTP__GAP_LIMIT = 1024,
    CHTTP__IDLE_LIMIT = 256,
    CHTTP__FAREWELL_LIMIT = 1024,
};

// MARK: - Server

typedef struct chttp__connection chttp__connection;

struct chttp_server {
    pthread_mutex_t mutex;
    pthread_cond_t changed;  // counts that a stop waits for
    atomic_size_t references;

    struct MHD_Daemon *daemon;
    chttp_server_options options;
    chttp_server_callbacks callbacks;
    char address[INET6_ADDRSTRLEN + 1];
    uint16_t port;

    bool stopping;    // (m) streams end, nothing is suspended any more
    bool abandoning;  // (m) deferred requests are given up
    bool stopped;     // (m)
    uint8_t farewell[CHTTP__FAREWELL_LIMIT];  // (m)
    size_t farewell_length;                   // (m)

    chttp__connection *connections;  // (m) all there are
    chttp_stream *streams;           // (m) attached to a connection
    chttp_request *deferred;         // (m) waiting for their answer
    uint32_t kind_counts[2];         // (m) created and not closed, by chttp_stream_kind
    uint32_t in_flight_count;        // (m) requests between the handler and their completion
    uint32_t waker_count;            // (m) threads between unparking and MHD_resume_connection
    uint64_t next_stream_id;         // (m)
    chttp_server_statistics totals;  // (m)

    pthread_t watcher;
    int watch_epoll;
    int watch_wake;
};

void chttp__server_retain(chttp_server *server);
void chttp__server_release(chttp_server *server);
void chttp__server_log(chttp_server *server, const char *format, ...) __attribute__((format(printf, 2, 3)));
uint64_t chttp__now_milliseconds(void);
int chttp__cond_init(pthread_cond_t *condition);
/// Waits until `deadline` (of `chttp__now_milliseconds`) at most; false when it has passed.
bool chttp__cond_wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t deadline);

int chttp__listen(const char *address, uint16_t port, int *descriptor, uint16_t *bound_port, char *text, size_t size);

int chttp__watch_start(chttp_server *server);
void chttp__watch_stop(chttp_server *server);
void chttp__watch_add(chttp_server *server, int descriptor, uint64_t stream_id);
void chttp__watch_remove(chttp_server *server, int descriptor);

// MARK: - Connections

/// libmicrohttpd's notice of a connection's beginning and end.
void chttp__connection_notify(
    void *context, struct MHD_Connection *connection, void **socket_context,
    enum MHD_ConnectionNotificationCode code);
/// (m) Says whether the next move is the peer's: it has to send a complete request.
void chttp__connection_owes(struct MHD_Connection *connection, bool owes);
/// Cuts off connections whose peer has owed a request for twice the idle timeout.
void chttp__connection_cut_slow(chttp_server *server);

// MARK: - Request

typedef struct chttp__header {
    const char *name;
    const char *value;
    size_t name_length;
    size_t value_length;
} chttp__header;

typedef enum chttp__phase {
    CHTTP__PHASE_HEADERS,
    CHTTP__PHASE_BODY,
    CHTTP__PHASE_HANDLED,
} chttp__phase;

struct chttp_request {
    chttp_server *server;
    struct MHD_Connection *connection;  // (m) null when it is gone
    unsigned references;                // (m) one of the connection, one of a deferral
    bool deferred;                      // (m)
    bool suspended;                     // (m)
    bool answered;                      // (m)
    chttp_response *response;           // (m) given, not yet queued
    chttp_request *previous_deferred;   // (m)
    chttp_request *next_deferred;       // (m)
    bool carries_events;                // the answer is an event stream

    chttp__phase phase;
    int fault;
    size_t fault_offset;
    const char *method;
    chttp__header *headers;
    size_t header_count;
    size_t header_capacity;
    chttp_query *query;
    uint8_t *path;
    size_t path_decoded_length;
    uint8_t *body;
    size_t body_length;
    size_t body_capacity;
    size_t body_discarded;
    uint16_t peer_port;
    char peer[INET6_ADDRSTRLEN];
    size_t path_length;
    size_t target_length;
    char target[];
};

void *chttp__request_open(void *context, const char *uri, struct MHD_Connection *connection);
enum MHD_Result chttp__request_access(
    void *context, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *upload, size_t *upload_size, void **state);
void chttp__request_completed(
    void *context, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode code);
void chttp__request_inspect(chttp_request *request);
void chttp__request_free(chttp_request *request);
/// Resumes all deferred requests. Call it without the mutex, after setting `abandoning`.
void chttp__request_abandon_all(chttp_server *server);

// MARK: - Response

struct chttp_response {
    struct MHD_Response *mhd;
    chttp_stream *stream;
    uint16_t status;
};

// MARK: - Streams and rings

struct chttp_stream {
    chttp_server *server;
    atomic_size_t references;
    void (*closed_callback)(void *context);
    void *context;
    chttp_stream_kind kind;
    uint64_t id;

    pthread_cond_t room;                // (m) waited for by writers
    struct MHD_Connection *connection;  // (m)
    int descriptor;                     // (m) -1 before it is attached
    chttp_stream *previous;             // (m) in the server's list
    chttp_stream *next;                 // (m)
    chttp_stream *next_parked;          // (m) while parked; of the waker after that

    uint8_t *buffer;         // (m)
    size_t buffer_offset;    // (m)
    size_t buffer_length;    // (m)
    size_t buffer_capacity;  // (m)

    chttp_ring *ring;           // (m)
    uint64_t cursor;            // (m) ordinal of the next event
    uint64_t last_key;          // (m) key of the last event delivered or passed
    uint64_t skip_through_key;  // (m) events up to it were delivered otherwise

    uint64_t active_at;    // (m) when it was last given bytes, in milliseconds
    bool attached;         // (m) to an answer
    bool parked;           // (m) suspended, to be resumed by whoever clears this
    bool in_parked_list;   // (m) of its ring
    bool finished;         // (m)
    bool farewell_done;    // (m)
    bool broken;           // (m) to be cut off
    bool peer_gone;        // (m)
    bool heartbeat_due;    // (m)
    bool closed;           // (m) the connection has let go of it
    chttp_stream_statistics statistics;  // (m)
};

/// A response's content reader and its end.
ssize_t chttp__stream_read(void *context, uint64_t position, char *out, size_t capacity);
void chttp__stream_detach(void *context);
/// Ties `stream` to the connection that carries it.
void chttp__stream_attach(chttp_stream *stream, struct MHD_Connection *connection);
/// (m) Makes room for `length` bytes and appends them to the stream's own buffer. False when out of memory.
bool chttp__stream_buffer_append(chttp_stream *stream, const uint8_t *bytes, size_t length);
/// (m) Takes up to `capacity` bytes from the stream's own buffer.
size_t chttp__stream_buffer_take(chttp_stream *stream, uint8_t *out, size_t capacity);
/// (m) Unparks `stream` if it is parked and puts it at the head of `*wakeable`.
void chttp__stream_unpark(chttp_stream *stream, chttp_stream **wakeable);
/// Resumes a list made by `chttp__stream_unpark`. Without the mutex; the caller has counted itself as a waker.
void chttp__stream_resume_all(chttp_server *server, chttp_stream *wakeable);
/// (m) Unparks every stream that waits for whatever reason.
chttp_stream *chttp__stream_unpark_all(chttp_server *server);

typedef struct chttp__entry {
    uint64_t offset;  // of the event's first byte, counted from the ring's beginning
    uint64_t key;     // 2 × position, + 1 for an event without a position that came after it: never decreases
} chttp__entry;

struct chttp_ring {
    chttp_server *server;
    atomic_size_t references;
    chttp_ring_callbacks callbacks;

    uint8_t *bytes;
    size_t byte_mask;
    chttp__entry *entries;
    size_t entry_mask;
    uint64_t first;          // (m) ordinal of the oldest event kept
    uint64_t end;            // (m) ordinal of the next event
    uint64_t write_offset;   // (m)
    uint64_t evicted_key;    // (m) key of the newest event that is not kept
    uint64_t newest_key;     // (m) of the newest event, or of a later position that gave none
    chttp_stream *parked;    // (m) streams that wait for events
    size_t stream_count;     // (m)
    uint8_t idle_block[CHTTP__IDLE_LIMIT];  // (m)
    size_t idle_length;                     // (m)
};

void chttp__ring_retain(chttp_ring *ring);
/// (m) Ordinal of the first event kept whose key is greater than `key`.
uint64_t chttp__ring_find(const chttp_ring *ring, uint64_t key);
/// (m) Copies whole events from the stream's cursor on; of one that is larger than `capacity` the rest goes to the
/// stream's own buffer. Returns the bytes copied, 0 when it has read everything.
size_t chttp__ring_copy(chttp_ring *ring, chttp_stream *stream, uint8_t *out, size_t capacity);
/// (m) Takes `stream` out of the ring's list of parked streams.
void chttp__ring_unlist(chttp_ring *ring, chttp_stream *stream);

#endif
