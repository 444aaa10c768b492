// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Declarations shared by the files of CHTTP. One mutex per server guards every field marked (m): one server thread and
// a few producers do all the work, critical sections are short copies, and a single lock cannot be acquired in a wrong
// order. Callbacks, MHD_resume_connection and blocking calls happen outside of it.

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
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/types.h>

#if MHD_VERSION < 0x00097302
#error "libmicrohttpd 0.9.74 or later is needed."
#endif

enum {
    CHTTP__GAP_LIMIT = 1024,
    CHTTP__IDLE_LIMIT = 256,
    CHTTP__FAREWELL_LIMIT = 1024,
    CHTTP__FIRST_ID = 2,  // of connections; the watcher uses smaller ones itself
};

// MARK: - Server

typedef struct chttp__connection chttp__connection;

/// What a descriptor stands for. Each socket has its own; all epolls and eventfds have the same one.
typedef struct chttp__identity {
    dev_t device;
    ino_t number;
} chttp__identity;

/// A connection that libmicrohttpd has been given and has not begun.
typedef struct chttp__handover {
    int descriptor;
    chttp__identity identity;
} chttp__handover;

struct chttp_server {
    pthread_mutex_t mutex;
    pthread_cond_t changed;  // counts for which stopping waits
    atomic_size_t references;

    struct MHD_Daemon *daemon;
    chttp_server_options options;
    chttp_server_callbacks callbacks;
    char address[INET6_ADDRSTRLEN + 1];
    uint16_t port;
    int descriptor_bound;  // lower numbers are left to the program

    bool stopping;    // (m) streams end, nothing new is suspended
    bool abandoning;  // (m) deferred requests are abandoned
    bool stopped;     // (m)
    bool daemon_ends; // (m) libmicrohttpd's thread is being ended
    bool abandoned;   // (m) stopped without its descriptors: its threads go on
    uint8_t farewell[CHTTP__FAREWELL_LIMIT];  // (m)
    size_t farewell_length;                   // (m)

    chttp__connection *connections;  // (m) all that libmicrohttpd has started
    uint32_t connection_count;       // (m) accepted and not closed
    chttp__handover *handovers;      // (m) with room for as many as there may be connections
    uint32_t handover_count;         // (m) of these, each of which counts as a connection
    bool wants_room;                 // (m) a peer waits until a connection is closed
    uint64_t next_id;                // (m) of connections
    uint64_t turn_count;             // (m) changes of a connection's turn, all on libmicrohttpd's thread
    chttp_stream *streams;           // (m) attached to a connection
    chttp_request *deferred;         // (m) waiting for their response
    uint32_t deferred_count;         // (m) of these
    uint32_t kind_counts[2];         // (m) created and not closed, by chttp_stream_kind
    uint32_t in_flight_count;        // (m) requests between the handler and their completion
    uint32_t waker_count;            // (m) threads between unparking and MHD_resume_connection
    chttp_server_statistics totals;  // (m)

    pthread_t watcher;
    int watch_epoll;
    int watch_wake;   // readable if the thread is to look
    int watch_waker;  // what is sent here is read there
    chttp__identity wake_identity;
    chttp__identity waker_identity;
    bool watch_ends;  // (m)

    // Used by the watcher's thread only.
    int listener;
    int spare;  // a reserve descriptor for when none is left; -1 if it was used
    bool is_listening;
    bool is_watched;

    pthread_mutex_t log_mutex;  // guards the fields below; no other lock is taken under it
    uint64_t log_refilled_at;   // in milliseconds
    uint64_t log_allowance;     // lines
    uint64_t log_left_out;      // lines
};

void chttp__server_retain(chttp_server *server);
void chttp__server_release(chttp_server *server);
/// (m) Whether one more connection may be occupied by a deferred request or a stream.
bool chttp__server_has_room(const chttp_server *server);
void chttp__server_log(chttp_server *server, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// The same for libmicrohttpd; `context` is the server. May hold its thread: it says so when it cannot wait.
void chttp__server_log_list(void *context, const char *format, va_list arguments);
uint64_t chttp__now_milliseconds(void);
int chttp__cond_init(pthread_cond_t *condition);
/// Waits until `deadline` (of `chttp__now_milliseconds`) at the latest; false if it has passed.
bool chttp__cond_wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t deadline);

/// Sets what a descriptor stands for; false if it is closed.
bool chttp__identify(int descriptor, chttp__identity *identity);
bool chttp__has_identity(int descriptor, const chttp__identity *identity);

/// The number from which on descriptors of the server are to be.
int chttp__descriptor_bound(void);
/// Gives a descriptor a number from `bound` on, if it has a lower one and the system allows it. Returns its number.
int chttp__descriptor_raise(int descriptor, int bound);

int chttp__listen(const char *address, uint16_t port, int *descriptor, uint16_t *bound_port, char *text, size_t size);

// MARK: - Watcher

int chttp__watch_start(chttp_server *server);
/// Ends the thread. Its descriptors stay open until `chttp__watch_close`.
void chttp__watch_stop(chttp_server *server);
void chttp__watch_close(chttp_server *server);
/// Makes the thread accept waiting connections.
void chttp__watch_wake(chttp_server *server);
/// False once the program has closed the server's descriptors, as services do that close all they don't know. Their
/// numbers may be those of its own files then. Takes two calls of the system, shorter than those that it is to guard.
bool chttp__has_descriptors(const chttp_server *server);
/// Notes that libmicrohttpd's thread calls.
void chttp__hold_note(const chttp_server *server);
/// Returns on libmicrohttpd's thread only while the server has its descriptors, or is being stopped.
void chttp__hold(chttp_server *server);
/// Applies `is_listening`: whether new connections wake the thread.
int chttp__watch_listen(chttp_server *server);
void chttp__watch_add(chttp_server *server, int descriptor, uint64_t id);
void chttp__watch_remove(chttp_server *server, int descriptor);

/// Starts to accept from `listener`, which `chttp__accept_stop` closes.
int chttp__accept_start(chttp_server *server, int listener);
void chttp__accept_stop(chttp_server *server);
/// Accepts waiting connections. Returns when to try again even without an event, in milliseconds.
uint64_t chttp__accept(chttp_server *server, uint64_t now);

// MARK: - Connections

/// What a connection waits for.
typedef enum chttp__turn {
    CHTTP__TURN_PEER,     // the peer has to send a complete request
    CHTTP__TURN_HANDLER,  // the handler has to respond
    CHTTP__TURN_ANSWER,   // the peer has to accept the response
    CHTTP__TURN_STREAM,   // the same, for the life of the stream
    CHTTP__TURN_CUT,      // nothing: it is being closed
} chttp__turn;

/// Called by libmicrohttpd when a connection begins and ends.
void chttp__connection_notify(
    void *context, struct MHD_Connection *connection, void **socket_context,
    enum MHD_ConnectionNotificationCode code);
/// (m) Sets what the connection waits for.
void chttp__connection_turn(struct MHD_Connection *connection, chttp__turn turn);
/// (m) Adds `size` bytes to those that belong to handled requests.
void chttp__connection_consumed(struct MHD_Connection *connection, size_t size);
/// (m) Ends a request, and waits for the peer's next one.
/// @param is_counted whether `consumed` has all bytes of the request; chunked bodies have more.
void chttp__connection_rest(struct MHD_Connection *connection, bool is_counted);
/// Closes the connection with a reset.
void chttp__connection_reset(struct MHD_Connection *connection);
/// (m) Whether the peer has closed its side.
bool chttp__connection_peer_has_left(struct MHD_Connection *connection);
/// (m) Ties `stream` to the connection, so that it notices when the peer leaves.
void chttp__connection_carry(struct MHD_Connection *connection, chttp_stream *stream);
/// (m) Unties a connection from its stream.
void chttp__connection_put_down(chttp__connection *connection);
/// Marks the connections with these ids: their peers have closed their side.
void chttp__connection_hung_up(chttp_server *server, const uint64_t *ids, int count);
/// Cuts off slow requests. Returns when to check again, in milliseconds.
uint64_t chttp__connection_look(chttp_server *server, uint64_t now);
/// Reserves a place for a new connection; false if there is none.
bool chttp__connection_claim(chttp_server *server);
/// Releases the place of a connection.
void chttp__connection_give_back(chttp_server *server);
/// Notes that libmicrohttpd is being given a connection, which has a place.
void chttp__handover_begin(chttp_server *server, int descriptor);
/// Notes that libmicrohttpd has begun or refused that connection. Its place stays taken.
void chttp__handover_end(chttp_server *server, int descriptor);
/// (m) Releases the places of connections that libmicrohttpd has closed instead of beginning them.
void chttp__handover_collect(chttp_server *server);
/// Notes that no peer waits for a place.
void chttp__connection_want_no_room(chttp_server *server);
/// Notes that a peer waits, and cuts off the most dispensable connections, if there are any: at most as many as peers
/// wait. Their places become free a moment later.
void chttp__connection_make_room(chttp_server *server);

// MARK: - Request

typedef struct chttp__header {
    const char *name;
    const char *value;
    size_t name_length;
    size_t value_length;  // without white space at its end
    size_t raw_length;    // with it
} chttp__header;

typedef enum chttp__phase {
    CHTTP__PHASE_HEADERS,
    CHTTP__PHASE_BODY,
    CHTTP__PHASE_HANDLED,
} chttp__phase;

struct chttp_request {
    chttp_server *server;
    struct MHD_Connection *connection;  // (m) null after its end
    unsigned references;                // (m) one for the connection, one for a deferral
    bool deferred;                      // (m)
    bool suspended;                     // (m)
    bool answered;                      // (m)
    chttp_response *response;           // (m) given, not yet queued
    chttp_request *previous_deferred;   // (m)
    chttp_request *next_deferred;       // (m)
    bool carries_events;                // the response is an event stream
    bool ends_by_closing;               // nothing but the end of the connection tells the peer where the body ends

    chttp__phase phase;
    int fault;
    size_t fault_offset;
    const char *method;
    bool is_old;       // HTTP/1.0
    bool is_absolute;  // the target names a host
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
    unsigned long long announced_length;  // `Content-Length`; 0 without one
    bool awaits_continue;                 // the client sends its body only when it is told to
    bool is_chunked;
    uint16_t peer_port;
    char peer[INET6_ADDRSTRLEN];
    size_t head_size;   // request line and header section
    size_t path_start;  // after scheme and authority of a target in absolute form
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
/// Inspects the request after its header section; `target` and `version` point into libmicrohttpd's buffer.
void chttp__request_inspect(chttp_request *request, const char *target, const char *version);
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

    pthread_cond_t room;                // (m) signals writers
    struct MHD_Connection *connection;  // (m)
    chttp__connection *carrier;         // (m)
    chttp_stream *previous;             // (m) in the server's list
    chttp_stream *next;                 // (m)
    chttp_stream *next_parked;          // (m) in the ring's list while parked, then in the waker's

    uint8_t *buffer;         // (m)
    size_t buffer_offset;    // (m)
    size_t buffer_length;    // (m)
    size_t buffer_capacity;  // (m)

    chttp_ring *ring;           // (m)
    uint64_t cursor;            // (m) ordinal of the next event
    uint64_t last_key;          // (m) key of the last event delivered or passed
    uint64_t skip_through_key;  // (m) events up to this one were delivered before joining

    uint64_t active_at;    // (m) time of the last delivery, in milliseconds
    bool attached;         // (m) to a response
    bool parked;           // (m) suspended; the thread that clears this resumes it
    bool in_parked_list;   // (m) of its ring
    bool finished;         // (m)
    unsigned writer_count; // (m) calls that have begun to write
    bool farewell_done;    // (m)
    bool broken;           // (m) must be cut off
    bool peer_gone;        // (m)
    bool heartbeat_due;    // (m)
    bool closed;           // (m) the connection has released it
    chttp_stream_statistics statistics;  // (m)
};

/// The content reader of a stream's response, and its cleanup.
ssize_t chttp__stream_read(void *context, uint64_t position, char *out, size_t capacity);
void chttp__stream_detach(void *context);
/// Attaches `stream` to the connection that carries it.
void chttp__stream_attach(chttp_stream *stream, struct MHD_Connection *connection);
/// (m) Appends `length` bytes to the stream's own buffer, which grows as necessary. False if out of memory.
bool chttp__stream_buffer_append(chttp_stream *stream, const uint8_t *bytes, size_t length);
/// (m) Removes up to `capacity` bytes from the stream's own buffer.
size_t chttp__stream_buffer_take(chttp_stream *stream, uint8_t *out, size_t capacity);
/// (m) Unparks `stream` if it is parked and puts it at the head of `*wakeable`.
void chttp__stream_unpark(chttp_stream *stream, chttp_stream **wakeable);
/// Resumes a list made by `chttp__stream_unpark`. Call it without the mutex, after incrementing `waker_count`.
void chttp__stream_resume_all(chttp_server *server, chttp_stream *wakeable);
/// (m) Unparks every parked stream.
chttp_stream *chttp__stream_unpark_all(chttp_server *server);

typedef struct chttp__entry {
    uint64_t offset;  // of the event's first byte, counted from the ring's creation
    uint64_t key;     // 2 × position, plus 1 for a later event without a position; never decreases
} chttp__entry;

struct chttp_ring {
    chttp_server *server;
    atomic_size_t references;
    chttp_ring_callbacks callbacks;

    uint8_t *bytes;
    size_t byte_mask;
    chttp__entry *entries;
    size_t entry_mask;
    uint64_t first;          // (m) ordinal of the oldest stored event
    uint64_t end;            // (m) ordinal of the next event
    uint64_t write_offset;   // (m)
    uint64_t evicted_key;    // (m) key of the newest evicted event
    uint64_t newest_key;     // (m) of the newest event, or of a later position without an event
    chttp_stream *parked;    // (m) streams that wait for events
    size_t stream_count;     // (m)
    uint8_t idle_block[CHTTP__IDLE_LIMIT];  // (m)
    size_t idle_length;                     // (m)
};

void chttp__ring_retain(chttp_ring *ring);
/// (m) Ordinal of the first stored event with a key greater than `key`.
uint64_t chttp__ring_find(const chttp_ring *ring, uint64_t key);
/// (m) Copies whole events from the stream's cursor on. If an event exceeds `capacity`, its remainder goes to the
/// stream's own buffer. Returns the number of bytes copied, 0 if there are no more events.
size_t chttp__ring_copy(chttp_ring *ring, chttp_stream *stream, uint8_t *out, size_t capacity);
/// (m) Removes `stream` from the ring's list of parked streams.
void chttp__ring_unlist(chttp_ring *ring, chttp_stream *stream);

#endif
