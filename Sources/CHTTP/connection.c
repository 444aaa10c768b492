// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Connections that owe a request. libmicrohttpd closes one that moves no byte; one that is fed a byte now and then would
// keep its place for ever, and a few of them would keep everybody else out.

#include "internal.h"

#include <stdlib.h>
#include <sys/socket.h>

struct chttp__connection {
    int descriptor;
    uint64_t owes_since;            // (m) in milliseconds; 0 while a request is being answered
    chttp__connection *previous;    // (m)
    chttp__connection *next;        // (m)
};

/// Twice the idle timeout: who begins a request just before it would be closed has as long again to finish it.
static uint64_t patience(const chttp_server *server) { return 2000 * (uint64_t)server->options.idle_timeout_seconds; }

static void open_connection(chttp_server *server, struct MHD_Connection *connection, void **context) {
    const union MHD_ConnectionInfo *information =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    // Without memory the connection is not watched; its first request will fail for the same reason.
    chttp__connection *made = information ? calloc(1, sizeof *made) : NULL;
    *context = made;
    if (!made) return;
    made->descriptor = information->connect_fd;
    made->owes_since = chttp__now_milliseconds();
    pthread_mutex_lock(&server->mutex);
    made->next = server->connections;
    if (server->connections) server->connections->previous = made;
    server->connections = made;
    pthread_mutex_unlock(&server->mutex);
}

static void close_connection(chttp_server *server, chttp__connection *connection) {
    if (!connection) return;
    pthread_mutex_lock(&server->mutex);
    if (connection->previous) connection->previous->next = connection->next;
    else server->connections = connection->next;
    if (connection->next) connection->next->previous = connection->previous;
    pthread_mutex_unlock(&server->mutex);
    free(connection);
}

void chttp__connection_notify(
    void *context, struct MHD_Connection *connection, void **socket_context,
    enum MHD_ConnectionNotificationCode code) {
    if (code == MHD_CONNECTION_NOTIFY_STARTED) open_connection(context, connection, socket_context);
    // The socket is closed after this, so a descriptor on the list is always that of its connection.
    else close_connection(context, *socket_context);
}

void chttp__connection_owes(struct MHD_Connection *connection, bool owes) {
    const union MHD_ConnectionInfo *information =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    chttp__connection *known = information ? information->socket_context : NULL;
    if (known) known->owes_since = owes ? chttp__now_milliseconds() : 0;
}

void chttp__connection_cut_slow(chttp_server *server) {
    uint64_t now = chttp__now_milliseconds();
    pthread_mutex_lock(&server->mutex);
    for (chttp__connection *each = server->connections; each; each = each->next) {
        if (each->owes_since == 0 || now - each->owes_since < patience(server)) continue;
        shutdown(each->descriptor, SHUT_RDWR);
        each->owes_since = 0;
    }
    pthread_mutex_unlock(&server->mutex);
}
