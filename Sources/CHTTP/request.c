// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The life of a request: created with its request line, inspected after its headers, passed to the handler after its
// body, answered immediately or later, completed.

#include "internal.h"

#include <stdlib.h>
#include <string.h>

/// Number of bytes read of an excessive body before the connection is closed: enough for a well-behaved client to see
/// its 413. A client that is still sending when the connection closes gets a reset in place of the answer.
static const size_t DISCARD_LIMIT = 2 * 1024 * 1024;

/// Removes the query from libmicrohttpd's buffer; CHTTP decodes it itself. libmicrohttpd would add an entry to the
/// connection's memory for each `&`, and would not respond at all if they do not fit.
static void hide_query(const char *target) {
    // The text is libmicrohttpd's own buffer, which it modifies itself after this call.
    char *question = strchr(target, '?');
    if (question) question[1] = 0;
}

void *chttp__request_open(void *context, const char *uri, struct MHD_Connection *connection) {
    const char *text = uri ? uri : "";
    size_t length = strlen(text);
    chttp_request *request = calloc(1, sizeof *request + length + 1);
    if (!request) return NULL;
    request->server = context;
    request->connection = connection;
    request->references = 1;
    request->target_length = length;
    memcpy(request->target, text, length + 1);
    hide_query(text);
    return request;
}

void chttp__request_free(chttp_request *request) {
    chttp_query_destroy(request->query);
    free(request->headers);
    free(request->path);
    free(request->body);
    free(request);
}

// MARK: - Body

static bool reserve(chttp_request *request, size_t wanted) {
    if (wanted <= request->body_capacity) return true;
    size_t capacity = request->body_capacity ? request->body_capacity : 1024;
    while (capacity < wanted) capacity *= 2;
    uint8_t *grown = realloc(request->body, capacity);
    if (!grown) return false;
    request->body = grown;
    request->body_capacity = capacity;
    return true;
}

/// False if the limit is reached and the connection must be closed.
static bool collect(chttp_request *request, const char *bytes, size_t length) {
    if (request->fault == CHTTP_OK && length > request->server->options.body_limit - request->body_length)
        request->fault = CHTTP_EBODY_TOO_LARGE;
    if (request->fault == CHTTP_OK && !reserve(request, request->body_length + length))
        request->fault = CHTTP_EMEMORY;
    if (request->fault != CHTTP_OK) {
        request->body_discarded += length;
        return request->body_discarded <= DISCARD_LIMIT;
    }
    memcpy(request->body + request->body_length, bytes, length);
    request->body_length += length;
    return true;
}

// MARK: - Answer

/// @param closes whether the connection ends with the answer.
static enum MHD_Result queue(chttp_request *request, chttp_response *response, bool closes) {
    // If it fails, the connection stays.
    if (closes) MHD_add_response_header(response->mhd, MHD_HTTP_HEADER_CONNECTION, "close");
    if (response->stream) {
        // libmicrohttpd 0.9.75 also sends the end of a chunked body after a HEAD, where it looks like the beginning of
        // the next response. For HTTP/1.0 clients, it sends no chunks and closes the connection.
        if (strcmp(request->method, "HEAD") == 0)
            MHD_set_response_options(response->mhd, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
        request->carries_events = response->stream->kind == CHTTP_STREAM_EVENTS;
        request->ends_by_closing = request->is_old;
        chttp__stream_attach(response->stream, request->connection);
    }
    enum MHD_Result result = MHD_queue_response(request->connection, response->status, response->mhd);
    chttp_response_destroy(response);
    return result;
}

/// Answers in the handler's place.
/// @param stops whether the handler had no time to, because the server stops.
static enum MHD_Result queue_forgotten(chttp_request *request, bool stops) {
    chttp_response *response = NULL;
    if (!stops) chttp__server_log(request->server, "the handler left a request without an answer");
    if (chttp_response_create_copy(stops ? 503 : 500, NULL, 0, &response) != CHTTP_OK) return MHD_NO;
    return queue(request, response, false);
}

/// Called after the handler, or after resuming: queues the response, or waits for it.
static enum MHD_Result settle(chttp_request *request) {
    chttp_server *server = request->server;
    // To suspend the connection without descriptors would end the process.
    if (request->deferred) chttp__hold(server);
    pthread_mutex_lock(&server->mutex);
    chttp_response *response = request->response;
    request->response = NULL;
    bool waits = !response && request->deferred && !request->answered;
    bool abandoned = waits && server->abandoning, stops = server->stopping;
    // A client that sends one request after another would never give its place to one that waits.
    bool closes = response && !response->stream && server->wants_room;
    if (response)
        chttp__connection_turn(
            request->connection, response->stream ? CHTTP__TURN_STREAM : CHTTP__TURN_ANSWER);
    if (waits && !abandoned) {
        // Holds the mutex so that a response from another thread cannot resume the connection before this.
        request->suspended = true;
        MHD_suspend_connection(request->connection);
    }
    pthread_mutex_unlock(&server->mutex);
    if (response) return queue(request, response, closes);
    if (abandoned) return MHD_NO;
    return waits ? MHD_YES : queue_forgotten(request, stops);
}

static enum MHD_Result dispatch(chttp_request *request) {
    chttp_server *server = request->server;
    request->phase = CHTTP__PHASE_HANDLED;
    pthread_mutex_lock(&server->mutex);
    server->totals.requests++;
    server->in_flight_count++;
    chttp__connection_turn(request->connection, CHTTP__TURN_HANDLER);
    chttp__connection_consumed(
        request->connection, request->head_size + request->body_length + request->body_discarded);
    pthread_mutex_unlock(&server->mutex);
    server->callbacks.handle(server->callbacks.context, request);
    return settle(request);
}

/// True if the rest of the request must not be read: responding now closes the connection.
static bool is_hopeless(const chttp_request *request) {
    switch (request->fault) {
        case CHTTP_OK:
        case CHTTP_EESCAPE: return false;
        case CHTTP_EBODY_TOO_LARGE:
            return request->awaits_continue || request->announced_length > DISCARD_LIMIT;
        default: return true;
    }
}

enum MHD_Result chttp__request_access(
    void *context, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *upload, size_t *upload_size, void **state) {
    (void)context;
    (void)connection;
    chttp_request *request = *state;
    if (!request) return MHD_NO;
    switch (request->phase) {
        case CHTTP__PHASE_HEADERS:
            request->method = method;
            request->phase = CHTTP__PHASE_BODY;
            chttp__request_inspect(request, url, version);
            return is_hopeless(request) ? dispatch(request) : MHD_YES;
        case CHTTP__PHASE_BODY:
            if (*upload_size == 0) return dispatch(request);
            if (!collect(request, upload, *upload_size)) return MHD_NO;
            *upload_size = 0;
            return MHD_YES;
        case CHTTP__PHASE_HANDLED:
            return settle(request);
    }
    return MHD_NO;
}

void chttp__request_completed(
    void *context, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode code) {
    chttp_server *server = context;
    chttp_request *request = *state;
    if (!request) return;
    // libmicrohttpd is about to shut the connection down.
    if (code != MHD_REQUEST_TERMINATED_COMPLETED_OK) chttp__hold(server);
    *state = NULL;
    // Otherwise the peer would take what it has of the body for all of it.
    bool breaks_off = request->ends_by_closing && code != MHD_REQUEST_TERMINATED_COMPLETED_OK;
    if (breaks_off && chttp__has_descriptors(server)) chttp__connection_reset(connection);
    pthread_mutex_lock(&server->mutex);
    chttp__connection_rest(connection, !request->is_chunked);
    if (request->carries_events && code == MHD_REQUEST_TERMINATED_TIMEOUT_REACHED) server->totals.stalled++;
    if (request->phase == CHTTP__PHASE_HANDLED && --server->in_flight_count == 0 && server->stopping)
        pthread_cond_broadcast(&server->changed);
    request->connection = NULL;
    chttp_response *unused = request->response;
    request->response = NULL;
    bool is_last = --request->references == 0;
    pthread_mutex_unlock(&server->mutex);
    chttp_response_destroy(unused);
    if (is_last) chttp__request_free(request);
}

// MARK: - Answering later

/// (m) Removes `request` from the list of deferred requests.
static void unlist(chttp_request *request) {
    chttp_server *server = request->server;
    if (request->previous_deferred) request->previous_deferred->next_deferred = request->next_deferred;
    else server->deferred = request->next_deferred;
    if (request->next_deferred) request->next_deferred->previous_deferred = request->previous_deferred;
    server->deferred_count--;
}

/// (m) Clears the suspension; true if the caller, now counted as a waker, must resume the connection.
static bool unsuspend(chttp_request *request) {
    if (!request->suspended) return false;
    request->suspended = false;
    request->server->waker_count++;
    return true;
}

static void resume(chttp_server *server, struct MHD_Connection *connection) {
    if (chttp__has_descriptors(server)) MHD_resume_connection(connection);
    pthread_mutex_lock(&server->mutex);
    server->waker_count--;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->mutex);
}

/// Lets a peer that has closed its side have its response. `connection` is suspended.
///
/// After resuming, libmicrohttpd 0.9.75 reads from a connection first, and closes it at the peer's end, unless it had
/// to look at its timeout before: then it asks for the response, and writes. Among connections with the daemon's
/// timeout it looks at the oldest one only, and at each one that has its own.
static void respond_before_reading(const chttp_server *server, struct MHD_Connection *connection) {
    unsigned timeout = server->options.idle_timeout_seconds + 1;
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, timeout);
}

int chttp_request_defer(chttp_request *request) {
    chttp_server *server = request->server;
    pthread_mutex_lock(&server->mutex);
    bool is_open = !request->answered && !request->deferred;
    bool has_room = chttp__server_has_room(server);
    if (is_open && has_room) {
        chttp__server_retain(server);
        request->deferred = true;
        request->references++;
        request->next_deferred = server->deferred;
        if (server->deferred) server->deferred->previous_deferred = request;
        server->deferred = request;
        server->deferred_count++;
    }
    pthread_mutex_unlock(&server->mutex);
    if (!is_open) return CHTTP_ESTATE;
    return has_room ? CHTTP_OK : CHTTP_ELIMIT;
}

bool chttp_request_peer_has_left(const chttp_request *request) {
    pthread_mutex_lock(&request->server->mutex);
    bool has_left = !request->connection || chttp__connection_peer_has_left(request->connection);
    pthread_mutex_unlock(&request->server->mutex);
    return has_left;
}

/// Responds to a deferred request, with 500 if `response` is null, or 503 if the server stops, and releases the
/// deferral's handle.
static int respond_later(chttp_request *request, chttp_response *response) {
    chttp_server *server = request->server;
    pthread_mutex_lock(&server->mutex);
    request->answered = true;
    unlist(request);
    struct MHD_Connection *connection = request->connection;
    bool is_kept = connection && !server->abandoning;
    if (is_kept) request->response = response;
    // Also if the response comes too late: `chttp__request_abandon_all` no longer finds the request.
    bool has_to_resume = unsuspend(request);
    bool has_left = has_to_resume && chttp__connection_peer_has_left(connection);
    bool is_last = --request->references == 0;
    pthread_mutex_unlock(&server->mutex);
    if (has_left) respond_before_reading(server, connection);
    if (has_to_resume) resume(server, connection);
    if (!is_kept) chttp_response_destroy(response);
    if (is_last) chttp__request_free(request);
    chttp__server_release(server);
    return is_kept ? CHTTP_OK : CHTTP_ECLOSED;
}

int chttp_request_respond(chttp_request *request, chttp_response *response) {
    pthread_mutex_lock(&request->server->mutex);
    bool is_answered = request->answered;
    bool is_deferred = request->deferred;
    if (!is_answered && !is_deferred) {
        request->answered = true;
        request->response = response;
    }
    pthread_mutex_unlock(&request->server->mutex);
    if (is_answered) {
        chttp_response_destroy(response);
        return CHTTP_ESTATE;
    }
    return is_deferred ? respond_later(request, response) : CHTTP_OK;
}

void chttp_request_give_up(chttp_request *request) {
    pthread_mutex_lock(&request->server->mutex);
    bool is_owed = request->deferred && !request->answered;
    pthread_mutex_unlock(&request->server->mutex);
    // A request that was not deferred is answered when its handler returns.
    if (is_owed) respond_later(request, NULL);
}

void chttp__request_abandon_all(chttp_server *server) {
    for (;;) {
        struct MHD_Connection *connection = NULL;
        pthread_mutex_lock(&server->mutex);
        for (chttp_request *request = server->deferred; request && !connection; request = request->next_deferred) {
            if (unsuspend(request)) connection = request->connection;
        }
        pthread_mutex_unlock(&server->mutex);
        if (!connection) return;
        resume(server, connection);
    }
}
