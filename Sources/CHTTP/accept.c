// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Accepts connections and hands them to libmicrohttpd. Its own accept loop makes every new client wait at the limit of
// connections, and spins when the process runs out of descriptors.

// For accept4.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    /// Maximum number of connections accepted before other work is done.
    BATCH = 64,
    /// Time until the next attempt, in milliseconds: at the limit of connections, and after a failure of the system.
    ROOM_PAUSE = 5,
    REFUSED_PAUSE = 100,
    /// Bytes of a request read before refusing it: closing a socket with unread bytes resets the connection.
    REQUEST_SIZE = 16 * 1024,
};

typedef enum outcome {
    OUTCOME_NEXT,     // there may be more
    OUTCOME_NONE,     // no client waits
    OUTCOME_NO_ROOM,  // a client waits until another connection ends
    OUTCOME_REFUSED,  // by the system, for now
} outcome;

static int open_spare(const chttp_server *server) {
    return chttp__descriptor_raise(open("/dev/null", O_RDONLY | O_CLOEXEC), server->descriptor_bound);
}

int chttp__accept_start(chttp_server *server, int listener) {
    server->listener = listener;
    server->spare = open_spare(server);
    server->is_listening = true;
    return chttp__watch_listen(server);
}

void chttp__accept_stop(chttp_server *server) {
    close(server->listener);
    if (server->spare >= 0) close(server->spare);
}

static bool is_somebody_waiting(const chttp_server *server) {
    struct pollfd request = {.fd = server->listener, .events = POLLIN};
    return poll(&request, 1, 0) == 1;
}

/// Responds with 503 because no descriptor is left.
static void refuse(int descriptor) {
    static const char answer[] =
        "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    char request[REQUEST_SIZE];
    (void)!recv(descriptor, request, sizeof request, MSG_DONTWAIT);
    (void)!send(descriptor, answer, sizeof answer - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
    close(descriptor);
}

/// Briefly closes the spare descriptor, so that the client is refused instead of waiting forever.
static outcome turn_away(chttp_server *server) {
    // The system reports a lack of descriptors even if no client waits.
    if (!is_somebody_waiting(server)) return OUTCOME_NONE;
    chttp__server_log(server, "no descriptor is left for a connection: it is refused");
    if (server->spare >= 0) {
        close(server->spare);
        int descriptor = accept4(server->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor >= 0) refuse(descriptor);
    }
    // Another thread may have used the descriptor meanwhile.
    server->spare = open_spare(server);
    return server->spare >= 0 ? OUTCOME_NEXT : OUTCOME_REFUSED;
}

static outcome outcome_of_failure(chttp_server *server, int number) {
    switch (number) {
        case EAGAIN:
            return OUTCOME_NONE;
        case EINTR:
        case ECONNABORTED:
            return OUTCOME_NEXT;
        case EMFILE:
        case ENFILE:
            return turn_away(server);
        default:
            chttp__server_log(server, "a connection cannot be accepted (errno %d)", number);
            return OUTCOME_REFUSED;
    }
}

static outcome accept_one(chttp_server *server) {
    if (!chttp__connection_claim(server)) {
        if (!is_somebody_waiting(server)) {
            chttp__connection_want_no_room(server);
            return OUTCOME_NONE;
        }
        chttp__connection_make_room(server);
        return OUTCOME_NO_ROOM;
    }
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    int descriptor =
        accept4(server->listener, (struct sockaddr *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    int number = errno;
    if (descriptor < 0) {
        chttp__connection_give_back(server);
        return outcome_of_failure(server, number);
    }
    descriptor = chttp__descriptor_raise(descriptor, server->descriptor_bound);
    chttp__handover_begin(server, descriptor);
    // If it fails, libmicrohttpd closes the socket.
    if (MHD_add_connection(server->daemon, descriptor, (struct sockaddr *)&address, length) != MHD_YES) {
        chttp__handover_end(server, descriptor);
        chttp__connection_give_back(server);
    }
    return OUTCOME_NEXT;
}

/// Sets whether new connections wake the watcher.
static void listen_on(chttp_server *server, bool listens) {
    if (server->is_listening == listens) return;
    server->is_listening = listens;
    chttp__watch_listen(server);
}

uint64_t chttp__accept(chttp_server *server, uint64_t now) {
    if (server->spare < 0) server->spare = open_spare(server);
    outcome outcome = OUTCOME_NEXT;
    for (int count = 0; outcome == OUTCOME_NEXT && count < BATCH; count++) outcome = accept_one(server);
    bool waits = outcome == OUTCOME_NO_ROOM || outcome == OUTCOME_REFUSED;
    listen_on(server, !waits);
    if (!waits) return UINT64_MAX;
    return now + (outcome == OUTCOME_NO_ROOM ? ROOM_PAUSE : REFUSED_PAUSE);
}
