// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Tracks connections, and decides which of them to close.
//
// libmicrohttpd closes connections without any traffic. It misses a peer that leaves right after its last bytes: one
// edge of epoll reports both, and libmicrohttpd reads only once. A client that sends a byte now and then would occupy
// its connection forever. A few such clients would lock out all others.

#include "internal.h"

#include <linux/sockios.h>
#include <linux/tcp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

enum {
    /// Time during which a connection is not closed in favour of others, in milliseconds; less if many wait.
    PEER_GRACE = 50,
    ANSWER_GRACE = 500,
    /// That time multiplied by the peers that wait for each place. A queue of thousands is through in about a second.
    QUEUE_TIME = 150,
    /// Time after which libmicrohttpd has handed over what it has read, even if its thread was stopped in between.
    HAND_OVER = 50,
    /// Time after which a peer that is late is not given more for a byte now and then.
    DRIP_PATIENCE = 100,
    /// Most connections that are being closed at once.
    CUT_LIMIT = 8,
    /// Time until the next check of a peer that has left while libmicrohttpd has not read its last bytes.
    UNREAD_PAUSE = 20,
    /// Bytes that some clients send behind a request, and that are ignored: RFC 9112, 2.2 "Message Parsing".
    EMPTY_LINE = 2,
};

struct chttp__connection {
    chttp_server *server;
    uint64_t id;
    int descriptor;
    chttp__turn turn;             // (m)
    uint64_t turned_at;           // (m) in milliseconds
    uint64_t consumed;            // (m) bytes of the requests that were handled
    uint64_t begun_at;            // (m) when an incomplete request was first noticed; 0 if there is none
    int spare;                    // (m) how dispensable it was when room was made
    uint64_t late_since;          // (m) when its peer was first found to be late; 0 if it was not
    uint64_t noticed_at;          // (m) when all these bytes were first found to be read; 0 if they were not
    uint64_t noticed_turns;       // (m) the server's `turn_count` then
    uint64_t noticed_received;    // (m) bytes from the peer then
    bool was_looked_at;           // (m) by the watcher
    bool was_answered;            // (m)
    bool hung_up;                 // (m) the peer has closed its side
    bool end_is_known;            // (m) libmicrohttpd has noticed the end, or will without our help
    chttp_stream *stream;         // (m) carried by this connection
    chttp__connection *previous;  // (m)
    chttp__connection *next;      // (m)
};

// MARK: - Life

static void open_connection(chttp_server *server, struct MHD_Connection *connection, void **context) {
    const union MHD_ConnectionInfo *information =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    // If memory is exhausted, the connection is not tracked; its first request will fail for the same reason.
    chttp__connection *made = information ? calloc(1, sizeof *made) : NULL;
    *context = made;
    if (information) chttp__handover_end(server, information->connect_fd);
    if (!made) return;
    made->server = server;
    made->descriptor = information->connect_fd;
    made->turned_at = chttp__now_milliseconds();
    pthread_mutex_lock(&server->mutex);
    made->id = server->next_id++;
    made->next = server->connections;
    if (server->connections) server->connections->previous = made;
    server->connections = made;
    pthread_mutex_unlock(&server->mutex);
    chttp__watch_add(server, made->descriptor, made->id);
}

/// (m) Removes `connection` from the server's list.
static void unlist(chttp_server *server, chttp__connection *connection) {
    if (connection->previous) connection->previous->next = connection->next;
    else server->connections = connection->next;
    if (connection->next) connection->next->previous = connection->previous;
    if (connection->stream) connection->stream->carrier = NULL;
}

static void close_connection(chttp_server *server, chttp__connection *connection) {
    if (connection) chttp__watch_remove(server, connection->descriptor);
    pthread_mutex_lock(&server->mutex);
    if (connection) unlist(server, connection);
    pthread_mutex_unlock(&server->mutex);
    free(connection);
    chttp__connection_give_back(server);
}

void chttp__connection_notify(
    void *context, struct MHD_Connection *connection, void **socket_context,
    enum MHD_ConnectionNotificationCode code) {
    chttp__hold_note(context);
    chttp__hold(context);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) open_connection(context, connection, socket_context);
    // The socket is closed after this call, so every descriptor in the list belongs to its connection.
    else close_connection(context, *socket_context);
}

// MARK: - Turns

static chttp__connection *known(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *information =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return information ? information->socket_context : NULL;
}

/// The bytes that the peer has sent; false if the system does not tell.
static bool count_received(const chttp__connection *connection, uint64_t *count) {
    struct tcp_info information;
    socklen_t length = sizeof information;
    if (getsockopt(connection->descriptor, IPPROTO_TCP, TCP_INFO, &information, &length) != 0) return false;
    if (length < offsetof(struct tcp_info, tcpi_bytes_received) + sizeof information.tcpi_bytes_received) return false;
    *count = information.tcpi_bytes_received;
    return true;
}

void chttp__connection_turn(struct MHD_Connection *connection, chttp__turn turn) {
    chttp__connection *own = known(connection);
    if (!own) return;
    own->server->turn_count++;
    if (own->turn == CHTTP__TURN_CUT) return;
    own->turn = turn;
    own->begun_at = 0;
    own->late_since = own->noticed_at = 0;
    // The age of other states is not used.
    if (turn == CHTTP__TURN_PEER || turn == CHTTP__TURN_ANSWER) own->turned_at = chttp__now_milliseconds();
}

void chttp__connection_consumed(struct MHD_Connection *connection, size_t size) {
    chttp__connection *own = known(connection);
    if (own) own->consumed += size;
}

void chttp__connection_rest(struct MHD_Connection *connection, bool is_counted) {
    chttp__connection *own = known(connection);
    if (!own) return;
    own->was_answered = true;
    chttp__connection_turn(connection, CHTTP__TURN_PEER);
    uint64_t received = 0;
    if (!count_received(own, &received)) return;
    // An empty line before a request is not part of it. If it was the begin of the next request, that counts it again.
    bool is_level = received < own->consumed || received - own->consumed <= EMPTY_LINE;
    if (!is_counted || is_level) own->consumed = received;
}

void chttp__connection_reset(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *information =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (!information) return;
    // libmicrohttpd shuts the socket down before it closes it, so the option for lingering would come too late.
    struct sockaddr nobody = {.sa_family = AF_UNSPEC};
    (void)connect(information->connect_fd, &nobody, sizeof nobody);
}

bool chttp__connection_peer_has_left(struct MHD_Connection *connection) {
    const chttp__connection *own = known(connection);
    return own && own->hung_up;
}

void chttp__connection_carry(struct MHD_Connection *connection, chttp_stream *stream) {
    chttp__connection *own = known(connection);
    if (!own) return;
    own->stream = stream;
    stream->carrier = own;
    // If the peer left before its stream began, epoll does not report it again.
    if (own->hung_up) stream->peer_gone = true;
}

void chttp__connection_put_down(chttp__connection *connection) { connection->stream = NULL; }

// MARK: - Peers that leave

void chttp__connection_hung_up(chttp_server *server, const uint64_t *ids, int count) {
    chttp_stream *wakeable = NULL;
    pthread_mutex_lock(&server->mutex);
    for (chttp__connection *each = server->connections; each; each = each->next) {
        for (int index = 0; index < count; index++) {
            if (each->id != ids[index]) continue;
            each->hung_up = true;
            if (!each->stream) continue;
            each->stream->peer_gone = true;
            chttp__stream_unpark(each->stream, &wakeable);
        }
    }
    server->waker_count++;
    pthread_mutex_unlock(&server->mutex);
    chttp__stream_resume_all(server, wakeable);
}

/// (m) Makes libmicrohttpd check a connection whose peer has left. False while it has not read the peer's last bytes,
/// because it would miss the end again.
///
/// Nothing else changes: the peer sends no more bytes, and still gets its responses if it only closed its sending side.
/// Streams end, since a peer that has gone for good looks the same until something is written.
static bool announce_end(chttp__connection *connection) {
    char byte;
    ssize_t count = recv(connection->descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (count > 0) return false;
    if (count == 0) shutdown(connection->descriptor, SHUT_RD);
    return connection->end_is_known = true;
}

// MARK: - Requests that are not completed

/// (m) Whether the peer has sent bytes beyond the handled requests, and more than an empty line.
static bool has_begun(const chttp__connection *connection) {
    uint64_t received = 0;
    if (!count_received(connection, &received)) return !connection->was_answered;
    return received > connection->consumed + (connection->was_answered ? EMPTY_LINE : 0);
}

static void cut(chttp__connection *connection) {
    shutdown(connection->descriptor, SHUT_RDWR);
    connection->turn = CHTTP__TURN_CUT;
    connection->end_is_known = true;
}

/// (m) Cuts off a connection whose request is too slow. Returns the latest time of the next check.
static uint64_t judge_request(const chttp_server *server, chttp__connection *connection, uint64_t now) {
    uint64_t timeout = server->options.request_timeout_milliseconds;
    if (connection->turn != CHTTP__TURN_PEER) return UINT64_MAX;
    if (connection->begun_at == 0) {
        bool is_first_look = !connection->was_looked_at && !connection->was_answered;
        connection->was_looked_at = true;
        if (!has_begun(connection)) return UINT64_MAX;
        // The kernel accepts a connection only after its first bytes, so they arrived before this check.
        connection->begun_at = is_first_look ? connection->turned_at : now;
    }
    if (now < connection->begun_at + timeout) return connection->begun_at + timeout;
    cut(connection);
    return UINT64_MAX;
}

static uint64_t earlier(uint64_t left, uint64_t right) { return left < right ? left : right; }

uint64_t chttp__connection_look(chttp_server *server, uint64_t now) {
    uint64_t next = UINT64_MAX;
    pthread_mutex_lock(&server->mutex);
    // Any connection may begin a request at any time, without notice to this thread.
    if (server->connection_count > 0) next = now + server->options.request_timeout_milliseconds / 5 + 1;
    for (chttp__connection *each = server->connections; each; each = each->next) {
        next = earlier(next, judge_request(server, each, now));
        if (each->hung_up && !each->end_is_known && !announce_end(each)) next = earlier(next, now + UNREAD_PAUSE);
    }
    pthread_mutex_unlock(&server->mutex);
    return next;
}

// MARK: - Room for others

bool chttp__connection_claim(chttp_server *server) {
    pthread_mutex_lock(&server->mutex);
    bool has_room = server->connection_count < server->options.connection_count_limit;
    if (has_room) server->connection_count++;
    if (has_room) server->wants_room = false;
    pthread_mutex_unlock(&server->mutex);
    return has_room;
}

void chttp__connection_give_back(chttp_server *server) {
    pthread_mutex_lock(&server->mutex);
    server->connection_count--;
    bool is_wanted = server->wants_room;
    server->wants_room = false;
    pthread_mutex_unlock(&server->mutex);
    if (is_wanted) chttp__watch_wake(server);
}

/// Peers that wait to be accepted; 0 if the system does not tell. For a listener, the kernel puts them into this field.
static uint32_t waiting_count(const chttp_server *server) {
    struct tcp_info information;
    socklen_t length = sizeof information;
    bool is_told = getsockopt(server->listener, IPPROTO_TCP, TCP_INFO, &information, &length) == 0;
    return is_told ? information.tcpi_unacked : 0;
}

/// The time for which each connection may keep its place.
static uint64_t longest_grace(const chttp_server *server, uint32_t waiting) {
    uint64_t places = server->options.connection_count_limit;
    return QUEUE_TIME * places / (waiting > 0 ? waiting : 1);
}

void chttp__connection_want_no_room(chttp_server *server) {
    pthread_mutex_lock(&server->mutex);
    server->wants_room = false;
    pthread_mutex_unlock(&server->mutex);
}

/// How dispensable a connection is; 0 if it must be kept.
/// @param grace the longest time for which it may keep its place, in milliseconds.
static int spareness(const chttp__connection *connection, uint64_t grace, uint64_t now) {
    uint64_t age = now - connection->turned_at;
    switch (connection->turn) {
        case CHTTP__TURN_PEER:
            if (age < earlier(PEER_GRACE, grace)) return 0;
            // Closing a connection between two requests costs its peer only another handshake.
            return connection->was_answered && connection->begun_at == 0 ? 2 : 3;
        case CHTTP__TURN_ANSWER:
            return age < earlier(ANSWER_GRACE, grace) ? 0 : 1;
        case CHTTP__TURN_HANDLER:
        case CHTTP__TURN_STREAM:
        case CHTTP__TURN_CUT:
            break;
    }
    return 0;
}

/// (m) Whether the peer has sent nothing that libmicrohttpd has yet to read or to handle. On a busy machine, its thread may
/// be stopped between the two for longer than a peer's grace.
static bool is_handed_over(chttp__connection *connection, uint64_t now) {
    // Counted first, so that all of these are read if nothing is left to read.
    uint64_t received = 0;
    count_received(connection, &received);
    char byte;
    bool is_unread = recv(connection->descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
    if (connection->late_since == 0) connection->late_since = now;
    if (is_unread || connection->noticed_at == 0 || connection->noticed_received != received) {
        connection->noticed_at = is_unread ? 0 : now;
        connection->noticed_turns = connection->server->turn_count;
        connection->noticed_received = received;
        return !is_unread && now >= connection->late_since + DRIP_PATIENCE;
    }
    // The thread handles what it has read from one connection before it turns to another.
    return connection->server->turn_count != connection->noticed_turns || now >= connection->noticed_at + HAND_OVER;
}

/// Whether a part of the response waits for the peer.
static bool is_unsent(const chttp__connection *connection) {
    int count = 0;
    return ioctl(connection->descriptor, SIOCOUTQ, &count) != 0 || count > 0;
}

/// (m) Whether it is the peer for which the connection waits.
static bool is_peer_late(chttp__connection *connection, uint64_t now) {
    return connection->turn == CHTTP__TURN_PEER ? is_handed_over(connection, now) : is_unsent(connection);
}

/// (m) Cuts off the most dispensable connection; false if there is none.
static bool cut_one(chttp_server *server) {
    chttp__connection *chosen = NULL;
    for (chttp__connection *each = server->connections; each; each = each->next) {
        if (each->spare == 0) continue;
        bool is_better = !chosen || each->spare > chosen->spare
            || (each->spare == chosen->spare && each->turned_at <= chosen->turned_at);
        if (is_better) chosen = each;
    }
    if (!chosen) return false;
    cut(chosen);
    chosen->spare = 0;
    return true;
}

void chttp__connection_make_room(chttp_server *server) {
    uint32_t waiting = waiting_count(server);
    uint64_t grace = longest_grace(server, waiting);
    pthread_mutex_lock(&server->mutex);
    // Read under the mutex, so that no `turned_at` is later.
    uint64_t now = chttp__now_milliseconds();
    chttp__handover_collect(server);
    // A place may have become free meanwhile.
    server->wants_room = server->connection_count >= server->options.connection_count_limit;
    uint32_t wanted = waiting < CUT_LIMIT ? waiting : CUT_LIMIT, count = 0;
    for (chttp__connection *each = server->connections; each; each = each->next) {
        each->spare = spareness(each, grace, now);
        if (each->spare > 0 && !is_peer_late(each, now)) each->spare = 0;
        // libmicrohttpd has yet to close it.
        if (each->turn == CHTTP__TURN_CUT) count++;
    }
    if (wanted == 0) wanted = 1;
    while (count < wanted && cut_one(server)) count++;
    pthread_mutex_unlock(&server->mutex);
}
