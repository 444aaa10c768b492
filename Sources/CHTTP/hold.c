// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Holds libmicrohttpd's thread once the program has closed the server's descriptors. Left alone, that thread asks its
// epoll again and again, without a pause, and ends the process at the first connection that it cannot remove there.
// Where the numbers are files of the program by then, it takes their events and closes them.

#include "internal.h"

/// The server of this thread, if it is libmicrohttpd's.
static _Thread_local const chttp_server *served;

void chttp__hold_note(const chttp_server *server) { served = server; }

void chttp__hold(chttp_server *server) {
    // A thread of the program gets here if it resumes a connection just when another thread closes the descriptors.
    if (served != server || chttp__has_descriptors(server)) return;
    pthread_mutex_lock(&server->mutex);
    // Who has begun to stop the server before the descriptors were closed waits for this thread.
    while (!server->daemon_ends) pthread_cond_wait(&server->changed, &server->mutex);
    pthread_mutex_unlock(&server->mutex);
}
