// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The life of a server: options, start, stop, counters.

#include "internal.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// Connections that libmicrohttpd may have beyond the limit: it counts each one slightly longer than CHTTP does, and
/// 0.9.75 never releases its lock after exceeding its own limit.
enum { CONNECTION_SLACK = 16 };

chttp_server_options chttp_server_options_default(void) {
    return (chttp_server_options){
        .address = "127.0.0.1",
        .connection_count_limit = 64,
        .prompt_connection_count = 16,
        .stream_count_limit = 32,
        .producer_count_limit = 8,
        .connection_memory_limit = 32 * 1024,
        .target_limit = 8 * 1024,
        .header_limit = 12 * 1024,
        .body_limit = 64 * 1024,
        .stream_buffer_limit = 64 * 1024,
        .stream_send_buffer_size = 256 * 1024,
        .idle_timeout_seconds = 30,
        .request_timeout_milliseconds = 5000,
        .heartbeat_milliseconds = 15000,
        .stop_grace_milliseconds = 500,
    };
}

static bool are_valid(const chttp_server_options *options) {
    return options->connection_count_limit > 0
        && options->prompt_connection_count < options->connection_count_limit
        && options->connection_memory_limit >= 8 * 1024
        && options->target_limit > 0 && options->target_limit <= options->connection_memory_limit / 4
        && options->header_limit > 0 && options->header_limit <= options->connection_memory_limit / 2
        && options->stream_buffer_limit >= 4 * 1024
        && options->stream_send_buffer_size <= INT32_MAX
        && options->idle_timeout_seconds > 0
        && options->request_timeout_milliseconds > 0
        && options->heartbeat_milliseconds >= 10;
}

// MARK: - References

void chttp__server_retain(chttp_server *server) {
    atomic_fetch_add_explicit(&server->references, 1, memory_order_relaxed);
}

void chttp__server_release(chttp_server *server) {
    if (atomic_fetch_sub_explicit(&server->references, 1, memory_order_acq_rel) != 1) return;
    pthread_cond_destroy(&server->changed);
    pthread_mutex_destroy(&server->mutex);
    pthread_mutex_destroy(&server->log_mutex);
    free(server->handovers);
    free(server);
}

// MARK: - Start

static int make(const chttp_server_options *options, const chttp_server_callbacks *callbacks, chttp_server **server) {
    chttp_server *made = calloc(1, sizeof *made);
    if (!made) return CHTTP_EMEMORY;
    made->handovers = calloc(options->connection_count_limit, sizeof *made->handovers);
    made->options = *options;
    made->callbacks = *callbacks;
    made->next_id = CHTTP__FIRST_ID;
    made->descriptor_bound = chttp__descriptor_bound();
    atomic_init(&made->references, 1);
    if (!made->handovers || chttp__cond_init(&made->changed) != CHTTP_OK) {
        free(made->handovers);
        free(made);
        return CHTTP_EMEMORY;
    }
    pthread_mutex_init(&made->mutex, NULL);
    pthread_mutex_init(&made->log_mutex, NULL);
    *server = made;
    return CHTTP_OK;
}

/// libmicrohttpd decodes in place and ignores malformed escapes, so requests decode for themselves.
static size_t leave_escaped(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

static struct MHD_Daemon *start_daemon(chttp_server *server) {
    const chttp_server_options *options = &server->options;
    struct MHD_OptionItem items[] = {
        {MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)chttp__request_open, server},
        {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)chttp__request_completed, server},
        {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)chttp__connection_notify, server},
        {MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t)leave_escaped, NULL},
        {MHD_OPTION_CONNECTION_LIMIT, options->connection_count_limit + CONNECTION_SLACK, NULL},
        {MHD_OPTION_CONNECTION_MEMORY_LIMIT, (intptr_t)options->connection_memory_limit, NULL},
        {MHD_OPTION_CONNECTION_TIMEOUT, options->idle_timeout_seconds, NULL},
        // In strict mode, libmicrohttpd responds twice to a request without `Host`. request_inspect.c does the strict
        // checks.
        {MHD_OPTION_STRICT_FOR_CLIENT, 0, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG
        | MHD_USE_NO_LISTEN_SOCKET;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, chttp__request_access, server, MHD_OPTION_EXTERNAL_LOGGER, chttp__server_log_list, server,
        MHD_OPTION_ARRAY, items, MHD_OPTION_END);
}

/// Starts both threads, which inherit the signal mask. Closes `listener` on failure.
static int start_masked_threads(chttp_server *server, int listener) {
    int error = chttp__watch_start(server);
    if (error != CHTTP_OK) {
        close(listener);
        return error;
    }
    server->daemon = start_daemon(server);
    if (server->daemon && chttp__accept_start(server, listener) == CHTTP_OK) return CHTTP_OK;
    chttp__watch_stop(server);
    if (server->daemon) chttp__accept_stop(server);
    else close(listener);
    if (server->daemon) MHD_stop_daemon(server->daemon);
    chttp__watch_close(server);
    return CHTTP_ESYSTEM;
}

/// Handlers of the program's signals run on the program's own threads only.
static int start_threads(chttp_server *server, int listener) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = start_masked_threads(server, listener);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

static int open_server(chttp_server *server, const char *address) {
    int listener = -1;
    int error = chttp__listen(
        address, server->options.port, &listener, &server->port, server->address, sizeof server->address);
    if (error != CHTTP_OK) return error;
    server->options.address = server->address;
    return start_threads(server, listener);
}

int chttp_server_start(
    const chttp_server_options *options, const chttp_server_callbacks *callbacks, chttp_server **server) {
    *server = NULL;
    if (!are_valid(options)) return CHTTP_EARGUMENT;
    chttp_server *made = NULL;
    int error = make(options, callbacks, &made);
    if (error != CHTTP_OK) return error;
    // What libmicrohttpd opens for itself cannot be given another number later.
    chttp_low_numbers *taken = chttp_low_numbers_take();
    error = open_server(made, options->address);
    chttp_low_numbers_give_back(taken);
    if (error != CHTTP_OK) {
        chttp__server_release(made);
        return error;
    }
    *server = made;
    return CHTTP_OK;
}

// MARK: - Room

bool chttp__server_has_room(const chttp_server *server) {
    uint32_t used = server->deferred_count + server->kind_counts[CHTTP_STREAM_EVENTS] + server->kind_counts[CHTTP_STREAM_BODY];
    return used < server->options.connection_count_limit - server->options.prompt_connection_count;
}

// MARK: - Stop

/// (m) False if another thread is stopping or has stopped the server; then waits until it has stopped.
static bool claim_stop(chttp_server *server) {
    if (!server->stopping) return server->stopping = true;
    while (!server->stopped) pthread_cond_wait(&server->changed, &server->mutex);
    return false;
}

/// Waits for requests that the handler has seen, including streams and deferred requests, up to the grace period. After
/// this call, nothing new is suspended.
static void drain(chttp_server *server) {
    pthread_mutex_lock(&server->mutex);
    uint64_t deadline = chttp__now_milliseconds() + server->options.stop_grace_milliseconds;
    while (server->in_flight_count > 0 && chttp__cond_wait_until(&server->changed, &server->mutex, deadline)) {
    }
    server->abandoning = true;
    // Those that wait for the rest of an event.
    chttp_stream *wakeable = chttp__stream_unpark_all(server);
    server->waker_count++;
    pthread_mutex_unlock(&server->mutex);
    chttp__stream_resume_all(server, wakeable);
    chttp__request_abandon_all(server);
    // Between taking a stream off its list and resuming it, a thread still holds a suspended connection, and
    // libmicrohttpd must not be stopped in that state.
    pthread_mutex_lock(&server->mutex);
    while (server->waker_count > 0) pthread_cond_wait(&server->changed, &server->mutex);
    pthread_mutex_unlock(&server->mutex);
}

/// (m) Notes the end of `chttp_server_stop`.
static void note_stopped(chttp_server *server) {
    server->stopped = true;
    pthread_cond_broadcast(&server->changed);
}

/// (m) Stops a server whose descriptors the program has closed. Their numbers may be those of its own files, so none is
/// closed, and no thread can be woken. What the threads use is never freed.
static void abandon(chttp_server *server) {
    chttp__server_retain(server);
    server->abandoned = server->abandoning = true;
    for (chttp_stream *stream = server->streams; stream; stream = stream->next) {
        stream->broken = true;
        pthread_cond_broadcast(&stream->room);
    }
    note_stopped(server);
}

void chttp_server_stop(chttp_server *server, const uint8_t *farewell, size_t farewell_length) {
    pthread_mutex_lock(&server->mutex);
    if (!claim_stop(server)) {
        pthread_mutex_unlock(&server->mutex);
        return;
    }
    if (!chttp__has_descriptors(server)) {
        abandon(server);
        pthread_mutex_unlock(&server->mutex);
        return;
    }
    if (farewell && farewell_length <= sizeof server->farewell) {
        memcpy(server->farewell, farewell, farewell_length);
        server->farewell_length = farewell_length;
    }
    chttp_stream *wakeable = chttp__stream_unpark_all(server);
    server->waker_count++;
    pthread_mutex_unlock(&server->mutex);
    chttp__stream_resume_all(server, wakeable);

    drain(server);
    // The watcher hands connections to the daemon.
    chttp__watch_stop(server);
    chttp__accept_stop(server);
    pthread_mutex_lock(&server->mutex);
    server->daemon_ends = true;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->mutex);
    MHD_stop_daemon(server->daemon);
    server->daemon = NULL;
    chttp__watch_close(server);

    pthread_mutex_lock(&server->mutex);
    note_stopped(server);
    pthread_mutex_unlock(&server->mutex);
}

bool chttp_server_destroy(chttp_server *server) {
    if (!server) return true;
    chttp_server_stop(server, NULL, 0);
    pthread_mutex_lock(&server->mutex);
    bool has_ended = !server->abandoned;
    pthread_mutex_unlock(&server->mutex);
    chttp__server_release(server);
    return has_ended;
}

// MARK: - Facts

uint16_t chttp_server_port(const chttp_server *server) { return server->port; }

const char *chttp_server_address(const chttp_server *server) { return server->address; }

void chttp_server_get_statistics(chttp_server *server, chttp_server_statistics *statistics) {
    pthread_mutex_lock(&server->mutex);
    *statistics = server->totals;
    statistics->streams_open = server->kind_counts[CHTTP_STREAM_EVENTS];
    pthread_mutex_unlock(&server->mutex);
}
