// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "internal.h"

#include <stdlib.h>
#include <time.h>

// libnats restores a connection that breaks, but gives it up when the server ends it with an error: to a slow consumer,
// or because users were changed. Such a connection is opened again here, by the next call.

enum { REOPEN_MILLISECONDS = 1000 };

// MARK: Callbacks

static void tell(cnats_connection *own, bool is_connected) {
    void (*changed)(void *context, bool is_connected) = __atomic_load_n(&own->changed, __ATOMIC_ACQUIRE);
    if (changed) changed(own->context, is_connected);
}

void cnats__disconnected(natsConnection *connection, void *closure) {
    (void)connection;
    tell(closure, false);
}

void cnats__reconnected(natsConnection *connection, void *closure) {
    (void)connection;
    tell(closure, true);
}

// MARK: Opening

static void shut(cnats_connection *own) {
    jsCtx_Destroy(own->jetstream);
    natsConnection_Destroy(own->connection);
    own->jetstream = NULL;
    own->connection = NULL;
}

static natsStatus open_connection(cnats_connection *own) {
    jsOptions jetstream;
    natsStatus status = jsOptions_Init(&jetstream);
    jetstream.Wait = own->timeout;
    if (status == NATS_OK) status = natsConnection_Connect(&own->connection, own->options);
    if (status == NATS_OK) own->was_open = true;
    if (status == NATS_OK) status = natsConnection_JetStream(&own->jetstream, own->connection, &jetstream);
    if (status != NATS_OK) shut(own);
    return status;
}

static natsConnStatus status_of(cnats_connection *own) {
    return own->connection ? natsConnection_Status(own->connection) : NATS_CONN_STATUS_CLOSED;
}

static int64_t now_milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// Opens a connection again that libnats has given up; at most each second.
static void reopen(cnats_connection *own) {
    bool is_open = false;
    pthread_rwlock_wrlock(&own->lock);
    if (status_of(own) == NATS_CONN_STATUS_CLOSED && now_milliseconds() >= own->reopen_at) {
        shut(own);
        is_open = open_connection(own) == NATS_OK;
        own->reopen_at = now_milliseconds() + REOPEN_MILLISECONDS;
    }
    pthread_rwlock_unlock(&own->lock);
    if (is_open) tell(own, true);
}

// MARK: Calls

int cnats__enter(cnats_connection *own, cnats_failure *failure) {
    pthread_rwlock_rdlock(&own->lock);
    natsConnStatus status = status_of(own);
    if (status == NATS_CONN_STATUS_CONNECTED) return 0;
    pthread_rwlock_unlock(&own->lock);
    if (status == NATS_CONN_STATUS_CLOSED) reopen(own);
    // libnats would let a request wait for the whole timeout.
    return cnats__fail(NATS_CONNECTION_DISCONNECTED, 0, failure);
}

int cnats__leave(cnats_connection *own, int error) {
    pthread_rwlock_unlock(&own->lock);
    return error;
}

void cnats_connection_close(cnats_connection *own) {
    if (!own) return;
    // What follows is no break of the connection.
    __atomic_store_n(&own->changed, NULL, __ATOMIC_RELEASE);
    shut(own);
    natsOptions_Destroy(own->options);
    own->options = NULL;
    // `own` is not freed: libnats doesn't say when its last callback has ended. A process has one connection in its life.
}

/// Frees what never was a connection. libnats calls nobody then: `natsConnection_Connect` closes without callbacks.
static void discard(cnats_connection *own) {
    natsOptions_Destroy(own->options);
    pthread_rwlock_destroy(&own->lock);
    free(own);
}

/// Takes over the options, and reads the files for TLS that they name. That of credentials is read by each attempt.
static int set_options(cnats_connection *own, const cnats_options *given, cnats_failure *failure) {
    natsStatus status = natsOptions_Create(&own->options);
    if (status != NATS_OK) return cnats__fail(status, 0, failure);
    status = cnats__options(own->options, given, own);
    if (status == NATS_OK) return 0;
    int error = cnats__fail(status, 0, failure);
    // No broker had a part in it, so that waiting for one is in vain.
    return error == CNATS_EMEMORY ? error : CNATS_EINVALID;
}

int cnats_connect(
    const cnats_options *given,
    void (*changed)(void *context, bool is_connected),
    void *context,
    cnats_connection **connection,
    cnats_failure *failure) {
    cnats_connection *own = calloc(1, sizeof *own);
    if (!own) return cnats__fail(NATS_NO_MEMORY, 0, failure);
    pthread_rwlock_init(&own->lock, NULL);
    own->timeout = given->timeout_milliseconds;
    int error = set_options(own, given, failure);
    if (error) {
        discard(own);
        return error;
    }
    natsStatus status = open_connection(own);
    if (status != NATS_OK) {
        error = cnats__fail(status, 0, failure);
        if (own->was_open) cnats_connection_close(own);
        else discard(own);
        return error;
    }
    // Only now: the caller may free the context of an attempt that failed.
    own->context = context;
    __atomic_store_n(&own->changed, changed, __ATOMIC_RELEASE);
    *connection = own;
    return 0;
}

bool cnats_is_connected(cnats_connection *own) {
    cnats_failure failure;
    return cnats__enter(own, &failure) == 0 && cnats__leave(own, 0) == 0;
}

int64_t cnats_payload_limit(cnats_connection *own) {
    pthread_rwlock_rdlock(&own->lock);
    if (own->connection)
        __atomic_store_n(&own->payload_limit, natsConnection_GetMaxPayload(own->connection), __ATOMIC_RELAXED);
    pthread_rwlock_unlock(&own->lock);
    return __atomic_load_n(&own->payload_limit, __ATOMIC_RELAXED);
}
