// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Connections that libmicrohttpd has been given and has not begun. If it has no memory for one, it closes the socket
// without a word, and the place of the connection would be lost.

#include "internal.h"

/// (m) Removes the one at `index`.
static void remove_at(chttp_server *server, uint32_t index) {
    server->handovers[index] = server->handovers[--server->handover_count];
}

/// (m) The index of the one with `descriptor`, or the number of all.
static uint32_t find(const chttp_server *server, int descriptor) {
    uint32_t index = 0;
    while (index < server->handover_count && server->handovers[index].descriptor != descriptor) index++;
    return index;
}

void chttp__handover_begin(chttp_server *server, int descriptor) {
    chttp__handover made = {.descriptor = descriptor};
    if (!chttp__identify(descriptor, &made.identity)) return;
    pthread_mutex_lock(&server->mutex);
    // The number is free again, so a connection that had it was lost.
    uint32_t index = find(server, descriptor);
    if (index < server->handover_count) {
        remove_at(server, index);
        server->connection_count--;
    }
    // Each has a place, and there is room for as many.
    server->handovers[server->handover_count++] = made;
    pthread_mutex_unlock(&server->mutex);
}

void chttp__handover_end(chttp_server *server, int descriptor) {
    pthread_mutex_lock(&server->mutex);
    uint32_t index = find(server, descriptor);
    if (index < server->handover_count) remove_at(server, index);
    pthread_mutex_unlock(&server->mutex);
}

void chttp__handover_collect(chttp_server *server) {
    for (uint32_t index = server->handover_count; index-- > 0;) {
        const chttp__handover *each = &server->handovers[index];
        // If the socket is closed, its number may be that of another file.
        if (chttp__has_identity(each->descriptor, &each->identity)) continue;
        remove_at(server, index);
        server->connection_count--;
    }
}
