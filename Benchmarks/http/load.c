// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A single-threaded client for many event streams on loopback.
//
//   load streams PORT PATH COUNT SECONDS    opens COUNT streams, reads them all for SECONDS and counts
//   load latency PORT PATH SECONDS          reads one stream of calls and reports each one's delay
//   load publish PORT PATH BYTES SECONDS    posts messages of BYTES as fast as the publisher responds
//   load idle PORT PATH COUNT               opens COUNT streams, prints "open", and counts events per stream until
//                                           standard input ends
//
// Prints one line of JSON.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 1 << 18, BATCH = 256 };

static char buffer[BUFFER];

static double now_of(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double now(void) { return now_of(CLOCK_MONOTONIC); }

static void fail(const char *what) {
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int connect_to(uint16_t port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) fail("socket");
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
    int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return descriptor;
}

static void send_all(int descriptor, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t count = send(descriptor, bytes, length, MSG_NOSIGNAL);
        if (count < 0) fail("send");
        bytes += count;
        length -= (size_t)count;
    }
}

static void ask(int descriptor, uint16_t port, const char *path) {
    char request[1024];
    int length = snprintf(
        request, sizeof request,
        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nAccept: text/event-stream\r\n\r\n", path, port);
    send_all(descriptor, request, (size_t)length);
}

/// Number of occurrences of `word` in the text, which continues a partial match of `state` bytes.
static uint64_t count_word(const char *text, size_t length, const char *word, size_t *state) {
    size_t word_length = strlen(word);
    uint64_t count = 0;
    for (size_t index = 0; index < length; index++) {
        if (text[index] == word[*state]) {
            if (++*state == word_length) {
                count++;
                *state = 0;
            }
        } else {
            *state = text[index] == word[0];
        }
    }
    return count;
}

// MARK: - Many streams

typedef struct tally {
    uint64_t bytes;
    uint64_t first_bytes;   // of the examined stream
    uint64_t first_events;
} tally;

static int open_streams(uint16_t port, const char *path, size_t count, int first) {
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    for (size_t index = 0; index < count; index++) {
        int descriptor = index == 0 && first >= 0 ? first : connect_to(port);
        ask(descriptor, port, path);
        struct epoll_event event = {.events = EPOLLIN, .data.u64 = (uint64_t)descriptor << 32 | index};
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) != 0) fail("epoll_ctl");
    }
    return epoll;
}

/// Reads all input until `end`. Events are counted in the first stream; all streams get the same ones.
static void read_streams(int epoll, double end, tally *tally) {
    struct epoll_event events[BATCH];
    size_t state = 0;
    for (double left = end - now(); left > 0; left = end - now()) {
        int ready = epoll_wait(epoll, events, BATCH, (int)(left * 1000) + 1);
        for (int index = 0; index < ready; index++) {
            int descriptor = (int)(events[index].data.u64 >> 32);
            ssize_t count = recv(descriptor, buffer, sizeof buffer, MSG_DONTWAIT);
            if (count < 0 && errno == EAGAIN) continue;
            if (count <= 0) {
                fprintf(stderr, "load: a stream ended\n");
                exit(1);
            }
            tally->bytes += (uint64_t)count;
            if ((uint32_t)events[index].data.u64 != 0) continue;
            tally->first_bytes += (uint64_t)count;
            tally->first_events += count_word(buffer, (size_t)count, "\ndata: ", &state);
        }
    }
}

static void run_streams(uint16_t port, const char *path, size_t count, double seconds) {
    int epoll = open_streams(port, path, count, -1);
    tally warm = {0};
    read_streams(epoll, now() + 1, &warm);
    tally result = {0};
    double start = now();
    read_streams(epoll, start + seconds, &result);
    double taken = now() - start;
    double size = result.first_events ? (double)result.first_bytes / (double)result.first_events : 0;
    double events = size > 0 ? (double)result.bytes / size : 0;
    printf(
        "{\"streams\":%zu,\"deliveriesPerSecond\":%.0f,\"eventBytes\":%.0f,\"megabytesPerSecond\":%.0f}\n", count,
        events / taken, size, (double)result.bytes / taken / 1e6);
}

static void run_idle(uint16_t port, const char *path, size_t count) {
    double start = now();
    int epoll = open_streams(port, path, count, -1);
    printf("{\"streams\":%zu,\"openSeconds\":%.3f}\n", count, now() - start);
    fflush(stdout);
    size_t *states = calloc(count, sizeof *states);
    uint64_t *counts = calloc(count, sizeof *counts);
    struct epoll_event events[BATCH];
    double last = 0;
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    while (poll(&input, 1, 0) == 0) {
        int ready = epoll_wait(epoll, events, BATCH, 20);
        for (int index = 0; index < ready; index++) {
            uint32_t number = (uint32_t)events[index].data.u64;
            ssize_t got = recv((int)(events[index].data.u64 >> 32), buffer, sizeof buffer, MSG_DONTWAIT);
            if (got <= 0) continue;
            uint64_t found = count_word(buffer, (size_t)got, "\nevent: invocation", &states[number]);
            counts[number] += found;
            if (found > 0) last = now_of(CLOCK_REALTIME);
        }
    }
    uint64_t least = UINT64_MAX, total = 0;
    for (size_t index = 0; index < count; index++) {
        total += counts[index];
        if (counts[index] < least) least = counts[index];
    }
    printf("{\"events\":%lu,\"fewest\":%lu,\"lastAt\":%.6f}\n", total, least, last);
}

// MARK: - Latency

/// Seconds since 1970 of `2026-11-21T09:30:00.123456Z`.
static double parse_instant(const char *text) {
    struct tm parts = {0};
    const char *rest = strptime(text, "%Y-%m-%dT%H:%M:%S", &parts);
    return rest ? (double)timegm(&parts) + strtod(rest, NULL) : 0;
}

static int compare(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static void run_latency(uint16_t port, const char *path, double seconds) {
    int descriptor = connect_to(port);
    ask(descriptor, port, path);
    FILE *stream = fdopen(descriptor, "r");
    size_t capacity = 1 << 22, count = 0;
    double *late = calloc(capacity, sizeof *late);
    char *line = NULL;
    size_t size = 0;
    double end = now() + seconds;
    while (now() < end && getline(&line, &size, stream) > 0 && count < capacity) {
        char *started = strstr(line, "\"startedAt\":\"");
        char *duration = strstr(line, "\"durationNanoseconds\":");
        if (!started || !duration) continue;
        late[count++] = now_of(CLOCK_REALTIME) - parse_instant(started + 13) - strtod(duration + 22, NULL) * 1e-9;
    }
    qsort(late, count, sizeof *late, compare);
    if (count == 0) fail("no event came");
    printf(
        "{\"events\":%zu,\"p50Milliseconds\":%.3f,\"p99Milliseconds\":%.3f,\"maxMilliseconds\":%.3f}\n", count,
        late[count / 2] * 1e3, late[count * 99 / 100] * 1e3, late[count - 1] * 1e3);
}

// MARK: - Publishing

static void run_publish(uint16_t port, const char *path, size_t bytes, double seconds) {
    enum { DEPTH = 64 };
    int descriptor = connect_to(port);
    char *message = malloc(bytes + 512);
    int head = snprintf(
        message, 512, "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nContent-Length: %zu\r\n\r\n", path, port, bytes);
    memset(message + head, 'x', bytes);
    uint64_t published = 0;
    double start = now();
    while (now() < start + seconds) {
        for (int index = 0; index < DEPTH; index++) send_all(descriptor, message, (size_t)head + bytes);
        size_t state = 0;
        for (uint64_t answers = 0; answers < DEPTH;) {
            ssize_t count = recv(descriptor, buffer, sizeof buffer, 0);
            if (count <= 0) fail("the publisher ended");
            answers += count_word(buffer, (size_t)count, "HTTP/1.1 ", &state);
        }
        published += DEPTH;
    }
    printf("{\"publishedPerSecond\":%.0f}\n", (double)published / (now() - start));
}

int main(int count, char **arguments) {
    if (count < 5) {
        fprintf(stderr, "usage: see the head of load.c\n");
        return 64;
    }
    const char *mode = arguments[1];
    uint16_t port = (uint16_t)atoi(arguments[2]);
    const char *path = arguments[3];
    if (strcmp(mode, "streams") == 0 && count == 6)
        run_streams(port, path, (size_t)atol(arguments[4]), atof(arguments[5]));
    else if (strcmp(mode, "latency") == 0) run_latency(port, path, atof(arguments[4]));
    else if (strcmp(mode, "publish") == 0 && count == 6)
        run_publish(port, path, (size_t)atol(arguments[4]), atof(arguments[5]));
    else if (strcmp(mode, "idle") == 0) run_idle(port, path, (size_t)atol(arguments[4]));
    else return 64;
    return 0;
}
