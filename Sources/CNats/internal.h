// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CNATS_INTERNAL_H
#define CNATS_INTERNAL_H

#include "cnats.h"

#include <nats/nats.h>
#include <pthread.h>

struct cnats_connection {
    natsOptions *options;
    int64_t timeout;
    void (*changed)(void *context, bool is_connected);
    void *context;
    /// Calls hold it for reading, so that what follows isn't replaced meanwhile.
    pthread_rwlock_t lock;
    /// Null after an attempt to open it again has failed.
    natsConnection *connection;
    jsCtx *jetstream;
    /// Whether there ever was one, to which libnats may still call back.
    bool was_open;
    int64_t reopen_at;
    /// The last known one.
    int64_t payload_limit;
};

/// Begins a call that uses the connection.
/// @return 0; then `cnats__leave` ends it. CNATS_EDISCONNECTED if there is no connection at the moment.
int cnats__enter(cnats_connection *own, cnats_failure *failure);

/// Ends a call.
/// @return `error`.
int cnats__leave(cnats_connection *own, int error);

/// Puts the last error of libnats on this thread into words.
/// @param code JetStream's error code, or 0.
/// @return The error that stands for the status.
int cnats__fail(natsStatus status, jsErrCode code, cnats_failure *failure);

natsStatus cnats__options(natsOptions *options, const cnats_options *given, cnats_connection *own);

void cnats__disconnected(natsConnection *connection, void *closure);
void cnats__reconnected(natsConnection *connection, void *closure);

#endif
