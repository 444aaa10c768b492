// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The thread that looks after streams which libmicrohttpd has suspended: it does not see that their peer has left,
// and nobody else would send them a heartbeat. It also cuts off who takes too long over a request.

#include "internal.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { BATCH = 64 };

static const uint64_t WAKE_ID = 0;  // stream ids begin at 1

/// Marks the streams that have been quiet for too long and wakes them.
static void beat(chttp_server *server) {
    uint64_t now = chttp__now_milliseconds();
    chttp_stream *wakeable = NULL;
    pthread_mutex_lock(&server->mutex);
    for (chttp_stream *stream = server->streams; stream; stream = stream->next) {
        if (!stream->parked || stream->kind != CHTTP_STREAM_EVENTS) continue;
        if (now - stream->active_at < server->options.heartbeat_milliseconds) continue;
        stream->heartbeat_due = true;
        chttp__stream_unpark(stream, &wakeable);
    }
    server->waker_count++;
    pthread_mutex_unlock(&server->mutex);
    chttp__stream_resume_all(server, wakeable);
}

/// Ends the streams whose peers have closed their side.
static void bury(chttp_server *server, const uint64_t *ids, int count) {
    chttp_stream *wakeable = NULL;
    pthread_mutex_lock(&server->mutex);
    for (chttp_stream *stream = server->streams; stream; stream = stream->next) {
        for (int index = 0; index < count; index++) {
            if (stream->id != ids[index]) continue;
            stream->peer_gone = true;
            chttp__stream_unpark(stream, &wakeable);
        }
    }
    server->waker_count++;
    pthread_mutex_unlock(&server->mutex);
    chttp__stream_resume_all(server, wakeable);
}

static int timeout_until_beat(const chttp_server *server, uint64_t next_beat) {
    uint64_t now = chttp__now_milliseconds();
    if (now >= next_beat) return 0;
    uint64_t left = next_beat - now;
    return (int)(left < server->options.heartbeat_milliseconds ? left : server->options.heartbeat_milliseconds);
}

static void *watch(void *context) {
    chttp_server *server = context;
    // A quarter of the interval: no stream is quiet for more than 1.25 intervals.
    uint64_t period = server->options.heartbeat_milliseconds / 4 + 1;
    uint64_t next_beat = chttp__now_milliseconds() + period;
    for (;;) {
        struct epoll_event events[BATCH];
        int count = epoll_wait(server->watch_epoll, events, BATCH, timeout_until_beat(server, next_beat));
        uint64_t ids[BATCH];
        int gone = 0;
        for (int index = 0; index < count; index++) {
            if (events[index].data.u64 == WAKE_ID) return NULL;
            ids[gone++] = events[index].data.u64;
        }
        if (gone > 0) bury(server, ids, gone);
        if (chttp__now_milliseconds() >= next_beat) {
            beat(server);
            chttp__connection_cut_slow(server);
            next_beat = chttp__now_milliseconds() + period;
        }
    }
}

static void close_descriptors(chttp_server *server) {
    if (server->watch_epoll >= 0) close(server->watch_epoll);
    if (server->watch_wake >= 0) close(server->watch_wake);
}

int chttp__watch_start(chttp_server *server) {
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = WAKE_ID};
    server->watch_epoll = epoll_create1(EPOLL_CLOEXEC);
    server->watch_wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    bool ready = server->watch_epoll >= 0 && server->watch_wake >= 0
        && epoll_ctl(server->watch_epoll, EPOLL_CTL_ADD, server->watch_wake, &event) == 0
        && pthread_create(&server->watcher, NULL, watch, server) == 0;
    if (ready) return CHTTP_OK;
    close_descriptors(server);
    return CHTTP_ESYSTEM;
}

void chttp__watch_stop(chttp_server *server) {
    uint64_t one = 1;
    while (write(server->watch_wake, &one, sizeof one) < 0 && errno == EINTR) {
    }
    pthread_join(server->watcher, NULL);
    close_descriptors(server);
}

void chttp__watch_add(chttp_server *server, int descriptor, uint64_t stream_id) {
    // Edge-triggered: a stream that cannot end at once, because its socket is full, must not keep this thread busy.
    struct epoll_event event = {.events = EPOLLRDHUP | EPOLLET, .data.u64 = stream_id};
    if (epoll_ctl(server->watch_epoll, EPOLL_CTL_ADD, descriptor, &event) != 0)
        chttp__server_log(server, "a stream's socket cannot be watched (errno %d)", errno);
}

void chttp__watch_remove(chttp_server *server, int descriptor) {
    epoll_ctl(server->watch_epoll, EPOLL_CTL_DEL, descriptor, NULL);
}
