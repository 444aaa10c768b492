// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The second thread: it accepts connections, notices when peers leave, cuts off slow requests, and sends heartbeats to
// streams, which libmicrohttpd does not do for suspended connections.

#include "internal.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BATCH = 64 };

// Connections have ids from CHTTP__FIRST_ID on.
static const uint64_t WAKE_ID = 0;
static const uint64_t LISTEN_ID = 1;

/// Marks streams that would be idle for too long until the check after this one, and wakes them.
/// @param period the time until then, in milliseconds.
static void beat(chttp_server *server, uint64_t period) {
    chttp_stream *wakeable = NULL;
    pthread_mutex_lock(&server->mutex);
    uint64_t now = chttp__now_milliseconds();
    for (chttp_stream *stream = server->streams; stream; stream = stream->next) {
        if (!stream->parked || stream->kind != CHTTP_STREAM_EVENTS) continue;
        if (now - stream->active_at + period < server->options.heartbeat_milliseconds) continue;
        stream->heartbeat_due = true;
        chttp__stream_unpark(stream, &wakeable);
    }
    server->waker_count++;
    pthread_mutex_unlock(&server->mutex);
    chttp__stream_resume_all(server, wakeable);
}

static int timeout_until(uint64_t due) {
    uint64_t now = chttp__now_milliseconds();
    if (now >= due) return 0;
    return due - now < 60000 ? (int)(due - now) : 60000;
}

static uint64_t earliest(uint64_t one, uint64_t two, uint64_t three) {
    uint64_t least = one < two ? one : two;
    return least < three ? least : three;
}

static bool is_ending(chttp_server *server) {
    char bytes[BATCH];
    // What is left over wakes the thread again.
    while (recv(server->watch_wake, bytes, sizeof bytes, MSG_DONTWAIT) < 0 && errno == EINTR) {
    }
    pthread_mutex_lock(&server->mutex);
    bool is_ending = server->watch_ends;
    pthread_mutex_unlock(&server->mutex);
    return is_ending;
}

/// The times of the next tasks.
typedef struct agenda {
    uint64_t beat_at;
    uint64_t accept_at;
    uint64_t look_at;
} agenda;

/// Schedules the tasks for `events`; false if the thread must end.
static bool receive(chttp_server *server, const struct epoll_event *events, int count, agenda *agenda) {
    uint64_t gone[BATCH];
    int gone_count = 0;
    for (int index = 0; index < count; index++) {
        uint64_t id = events[index].data.u64;
        if (id == WAKE_ID && is_ending(server)) return false;
        if (id == WAKE_ID || id == LISTEN_ID) agenda->accept_at = 0;
        else gone[gone_count++] = id;
    }
    if (gone_count > 0) {
        chttp__connection_hung_up(server, gone, gone_count);
        agenda->look_at = 0;
    }
    return true;
}

/// Performs the tasks that are due and schedules the next ones.
static void work(chttp_server *server, agenda *agenda) {
    uint64_t now = chttp__now_milliseconds();
    // A quarter of the interval, so that an idle stream sends its block after at least three quarters of it.
    uint64_t period = server->options.heartbeat_milliseconds / 4 + 1;
    if (now >= agenda->beat_at) {
        beat(server, period);
        agenda->beat_at = now + period;
    }
    if (now >= agenda->accept_at) {
        agenda->accept_at = chttp__accept(server, now);
        // Check new connections in time, even if there were none before.
        agenda->look_at = earliest(agenda->look_at, now + server->options.request_timeout_milliseconds / 5, UINT64_MAX);
    }
    if (now >= agenda->look_at) agenda->look_at = chttp__connection_look(server, now);
}

static void *watch(void *context) {
    chttp_server *server = context;
    agenda agenda = {.beat_at = 0, .accept_at = UINT64_MAX, .look_at = UINT64_MAX};
    for (;;) {
        struct epoll_event events[BATCH];
        int timeout = timeout_until(earliest(agenda.beat_at, agenda.accept_at, agenda.look_at));
        // Once the program has closed our descriptors, their numbers may be its own: to wait would be to take events
        // from it, and to go on would be to read from its files.
        if (!chttp__has_descriptors(server)) return NULL;
        int count = epoll_wait(server->watch_epoll, events, BATCH, timeout);
        bool has_failed = count < 0 && errno != EINTR;
        if (has_failed || !chttp__has_descriptors(server)) return NULL;
        if (!receive(server, events, count, &agenda)) return NULL;
        work(server, &agenda);
    }
}

// MARK: - Life

void chttp__watch_close(chttp_server *server) {
    if (server->watch_epoll >= 0) close(server->watch_epoll);
    if (server->watch_wake >= 0) close(server->watch_wake);
    if (server->watch_waker >= 0) close(server->watch_waker);
}

/// Adds what wakes the thread to its epoll, or sets it there again, which changes nothing.
static bool watch_wake(const chttp_server *server, int operation) {
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = WAKE_ID};
    return epoll_ctl(server->watch_epoll, operation, server->watch_wake, &event) == 0;
}

/// Not an eventfd, which could not be told from one of the program.
static bool open_wake(chttp_server *server) {
    int ends[2] = {-1, -1};
    bool is_open = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0;
    server->watch_wake = ends[0];
    server->watch_waker = ends[1];
    return is_open && chttp__identify(ends[0], &server->wake_identity)
        && chttp__identify(ends[1], &server->waker_identity);
}

int chttp__watch_start(chttp_server *server) {
    server->watch_epoll = epoll_create1(EPOLL_CLOEXEC);
    bool has_wake = open_wake(server);
    bool ready = server->watch_epoll >= 0 && has_wake && watch_wake(server, EPOLL_CTL_ADD)
        && pthread_create(&server->watcher, NULL, watch, server) == 0;
    if (ready) return CHTTP_OK;
    chttp__watch_close(server);
    return CHTTP_ESYSTEM;
}

bool chttp__has_descriptors(const chttp_server *server) {
    if (!chttp__has_identity(server->watch_wake, &server->wake_identity)) return false;
    // An epoll has no identity, but no other one has this socket. The system refuses to change what is not there.
    return watch_wake(server, EPOLL_CTL_MOD);
}

void chttp__watch_wake(chttp_server *server) {
    if (!chttp__has_identity(server->watch_waker, &server->waker_identity)) return;
    // If there is no room, it is readable already.
    while (send(server->watch_waker, "", 1, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 && errno == EINTR) {
    }
}

void chttp__watch_stop(chttp_server *server) {
    pthread_mutex_lock(&server->mutex);
    server->watch_ends = true;
    pthread_mutex_unlock(&server->mutex);
    chttp__watch_wake(server);
    pthread_join(server->watcher, NULL);
}

// MARK: - What is watched

int chttp__watch_listen(chttp_server *server) {
    struct epoll_event event = {.events = server->is_listening ? EPOLLIN : 0, .data.u64 = LISTEN_ID};
    int operation = server->is_watched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
    server->is_watched = true;
    return epoll_ctl(server->watch_epoll, operation, server->listener, &event) == 0 ? CHTTP_OK : CHTTP_ESYSTEM;
}

void chttp__watch_add(chttp_server *server, int descriptor, uint64_t id) {
    // Edge-triggered: a connection that cannot end immediately must not keep this thread busy.
    struct epoll_event event = {.events = EPOLLRDHUP | EPOLLET, .data.u64 = id};
    if (epoll_ctl(server->watch_epoll, EPOLL_CTL_ADD, descriptor, &event) != 0)
        chttp__server_log(server, "a connection cannot be watched (errno %d)", errno);
}

void chttp__watch_remove(chttp_server *server, int descriptor) {
    epoll_ctl(server->watch_epoll, EPOLL_CTL_DEL, descriptor, NULL);
}
