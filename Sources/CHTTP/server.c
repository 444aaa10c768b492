// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A server's life: options, start, stop, counters.

#include "internal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LOG_LINE_LIMIT = 512 };

chttp_server_options chttp_server_options_default(void) {
    return (chttp_server_options){
        .address = "127.0.0.1",
        .connection_count_limit = 64,
        .stream_count_limit = 32,
        .producer_count_limit = 8,
        .connection_memory_limit = 32 * 1024,
        .target_limit = 8 * 1024,
        .header_limit = 12 * 1024,
        .body_limit = 64 * 1024,
        .stream_buffer_limit = 64 * 1024,
        .stream_send_buffer_size = 256 * 1024,
        .idle_timeout_seconds = 30,
        .heartbeat_milliseconds = 15000,
        .stop_grace_milliseconds = 500,
    };
}

static bool are_valid(const chttp_server_options *options) {
    return options->connection_count_limit > 0
        && options->connection_memory_limit >= 8 * 1024
        && options->target_limit > 0 && options->target_limit <= options->connection_memory_limit / 4
        && options->header_limit > 0 && options->header_limit <= options->connection_memory_limit / 2
        && options->stream_buffer_limit >= 4 * 1024
        && options->stream_send_buffer_size <= INT32_MAX
        && options->idle_timeout_seconds > 0
        && options->heartbeat_milliseconds >= 10;
}

// MARK: - Diagnostics

static void log_line(chttp_server *server, const char *format, va_list arguments) {
    if (!server->callbacks.log) return;
    char line[LOG_LINE_LIMIT];
    vsnprintf(line, sizeof line, format, arguments);
    size_t length = strlen(line);
    while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r')) line[--length] = 0;
    server->callbacks.log(server->callbacks.context, line);
}

static void log_of_mhd(void *context, const char *format, va_list arguments) { log_line(context, format, arguments); }

void chttp__server_log(chttp_server *server, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    log_line(server, format, arguments);
    va_end(arguments);
}

// MARK: - References

void chttp__server_retain(chttp_server *server) {
    atomic_fetch_add_explicit(&server->references, 1, memory_order_relaxed);
}

void chttp__server_release(chttp_server *server) {
    if (atomic_fetch_sub_explicit(&server->references, 1, memory_order_acq_rel) != 1) return;
    pthread_cond_destroy(&server->changed);
    pthread_mutex_destroy(&server->mutex);
    free(server);
}

// MARK: - Start

static int make(const chttp_server_options *options, const chttp_server_callbacks *callbacks, chttp_server **server) {
    chttp_server *made = calloc(1, sizeof *made);
    if (!made) return CHTTP_EMEMORY;
    made->options = *options;
    made->callbacks = *callbacks;
    made->next_stream_id = 1;
    atomic_init(&made->references, 1);
    if (chttp__cond_init(&made->changed) != CHTTP_OK) {
        free(made);
        return CHTTP_EMEMORY;
    }
    pthread_mutex_init(&made->mutex, NULL);
    *server = made;
    return CHTTP_OK;
}

/// libmicrohttpd decodes in place and forgets what was malformed; requests decode for themselves.
static size_t leave_escaped(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

static struct MHD_Daemon *start_daemon(chttp_server *server, int descriptor) {
    const chttp_server_options *options = &server->options;
    struct MHD_OptionItem items[] = {
        {MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)chttp__request_open, server},
        {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)chttp__request_completed, server},
        {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)chttp__connection_notify, server},
        {MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t)leave_escaped, NULL},
        {MHD_OPTION_LISTEN_SOCKET, descriptor, NULL},
        {MHD_OPTION_CONNECTION_LIMIT, options->connection_count_limit, NULL},
        {MHD_OPTION_CONNECTION_MEMORY_LIMIT, (intptr_t)options->connection_memory_limit, NULL},
        {MHD_OPTION_CONNECTION_TIMEOUT, options->idle_timeout_seconds, NULL},
        {MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, chttp__request_access, server, MHD_OPTION_EXTERNAL_LOGGER, log_of_mhd, server,
        MHD_OPTION_ARRAY, items, MHD_OPTION_END);
}

static int open_server(chttp_server *server, const char *address) {
    int descriptor = -1;
    int error = chttp__listen(
        address, server->options.port, &descriptor, &server->port, server->address, sizeof server->address);
    if (error != CHTTP_OK) return error;
    server->options.address = server->address;
    error = chttp__watch_start(server);
    if (error != CHTTP_OK) {
        close(descriptor);
        return error;
    }
    server->daemon = start_daemon(server, descriptor);
    if (server->daemon) return CHTTP_OK;
    // libmicrohttpd leaves a socket that it was given open when it fails.
    close(descriptor);
    chttp__watch_stop(server);
    return CHTTP_ESYSTEM;
}

int chttp_server_start(
    const chttp_server_options *options, const chttp_server_callbacks *callbacks, chttp_server **server) {
    *server = NULL;
    if (!are_valid(options)) return CHTTP_EARGUMENT;
    chttp_server *made = NULL;
    int error = make(options, callbacks, &made);
    if (error != CHTTP_OK) return error;
    error = open_server(made, options->address);
    if (error != CHTTP_OK) {
        chttp__server_release(made);
        return error;
    }
    *server = made;
    return CHTTP_OK;
}

// MARK: - Stop

/// (m) False when somebody else stops or has stopped the server; returns after they have finished.
static bool claim_stop(chttp_server *server) {
    if (!server->stopping) return server->stopping = true;
    while (!server->stopped) pthread_cond_wait(&server->changed, &server->mutex);
    return false;
}

/// Lets requests that the handler has seen, streams and deferred ones among them, finish, for the grace at most.
/// After it nothing gets suspended any more.
static void drain(chttp_server *server) {
    pthread_mutex_lock(&server->mutex);
    uint64_t deadline = chttp__now_milliseconds() + server->options.stop_grace_milliseconds;
    while (server->in_flight_count > 0 && chttp__cond_wait_until(&server->changed, &server->mutex, deadline)) {
    }
    server->abandoning = true;
    pthread_mutex_unlock(&server->mutex);
    chttp__request_abandon_all(server);
    // A thread between taking a stream off its list and resuming it still holds a suspended connection, which
    // libmicrohttpd does not survive.
    pthread_mutex_lock(&server->mutex);
    while (server->waker_count > 0) pthread_cond_wait(&server->changed, &server->mutex);
    pthread_mutex_unlock(&server->mutex);
}

void chttp_server_stop(chttp_server *server, const uint8_t *farewell, size_t farewell_length) {
    pthread_mutex_lock(&server->mutex);
    if (!claim_stop(server)) {
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
    MHD_stop_daemon(server->daemon);
    server->daemon = NULL;
    chttp__watch_stop(server);

    pthread_mutex_lock(&server->mutex);
    server->stopped = true;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->mutex);
}

void chttp_server_destroy(chttp_server *server) {
    if (!server) return;
    chttp_server_stop(server, NULL, 0);
    chttp__server_release(server);
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
