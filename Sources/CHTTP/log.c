// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Diagnostics, one line each, at a limited rate. A peer that provokes a line with each byte, or a system failure that
// repeats, must not fill the program's log.

#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    LINE_LIMIT = 512,
    /// Lines at once, and further lines allowed per second.
    BURST = 64,
    LINES_PER_SECOND = 4,
};

/// Whether a line may be written now; `left_out` receives the number of suppressed lines before it.
static bool admit(chttp_server *server, uint64_t *left_out) {
    pthread_mutex_lock(&server->log_mutex);
    uint64_t now = chttp__now_milliseconds();
    uint64_t earned = (now - server->log_refilled_at) * LINES_PER_SECOND / 1000;
    if (earned > 0) {
        server->log_refilled_at = now;
        server->log_allowance += earned;
        if (server->log_allowance > BURST) server->log_allowance = BURST;
    }
    bool is_admitted = server->log_allowance > 0;
    if (is_admitted) server->log_allowance--;
    else server->log_left_out++;
    *left_out = is_admitted ? server->log_left_out : 0;
    if (is_admitted) server->log_left_out = 0;
    pthread_mutex_unlock(&server->log_mutex);
    return is_admitted;
}

static void write_line(chttp_server *server, const char *format, va_list arguments) {
    char line[LINE_LIMIT];
    vsnprintf(line, sizeof line, format, arguments);
    size_t length = strlen(line);
    while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r')) line[--length] = 0;
    server->callbacks.log(server->callbacks.context, line);
}

static void write_count(chttp_server *server, uint64_t left_out) {
    char line[LINE_LIMIT];
    snprintf(line, sizeof line, "%llu lines were left out", (unsigned long long)left_out);
    server->callbacks.log(server->callbacks.context, line);
}

static void log_list(chttp_server *server, const char *format, va_list arguments) {
    uint64_t left_out = 0;
    if (!server->callbacks.log || !admit(server, &left_out)) return;
    if (left_out > 0) write_count(server, left_out);
    write_line(server, format, arguments);
}

void chttp__server_log_list(void *context, const char *format, va_list arguments) {
    log_list(context, format, arguments);
    chttp__hold(context);
}

void chttp__server_log(chttp_server *server, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    log_list(server, format, arguments);
    va_end(arguments);
}
