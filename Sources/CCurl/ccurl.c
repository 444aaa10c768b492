// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "ccurl.h"

#include <curl/curl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAXIMUM_LENGTH ((size_t)1 << 20)

typedef struct {
    char *bytes;
    size_t length, capacity;
} buffer;

struct ccurl_client {
    // A multi handle for its one easy handle: only it can be woken from another thread.
    CURLM *multi;
    CURL *easy;
    struct curl_slist *fields;
    buffer reply_fields, reply_body;
    char error[CURL_ERROR_SIZE];
    bool has_lost_connection;
    _Atomic bool is_cancelled;
};

/// Keeps the beginning. Without memory, what comes is left out: an answer whose text is cut is still an answer.
static void append(buffer *to, const char *bytes, size_t length) {
    if (length > MAXIMUM_LENGTH - to->length) length = MAXIMUM_LENGTH - to->length;
    if (to->capacity - to->length < length) {
        size_t capacity = to->length + length > 2 * to->capacity ? to->length + length : 2 * to->capacity;
        char *room = realloc(to->bytes, capacity);
        if (!room) return;
        to->bytes = room;
        to->capacity = capacity;
    }
    if (length) memcpy(to->bytes + to->length, bytes, length);
    to->length += length;
}

static size_t take_field(char *bytes, size_t size, size_t count, void *context) {
    ccurl_client *client = context;
    // Each answer begins with its status line. Interim ones and those of a proxy come before the last.
    if (count >= 5 && memcmp(bytes, "HTTP/", 5) == 0) client->reply_fields.length = 0;
    else append(&client->reply_fields, bytes, size * count);
    return size * count;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
    append(&((ccurl_client *)context)->reply_body, bytes, size * count);
    return size * count;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_usable;

static void start_library(void) { is_usable = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK; }

static bool set_up(CURL *easy, ccurl_client *client, const char *url, long timeout_milliseconds) {
#if LIBCURL_VERSION_NUM >= 0x075500
    CURLcode schemes = curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    CURLcode schemes = curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
    return schemes == CURLE_OK && curl_easy_setopt(easy, CURLOPT_URL, url) == CURLE_OK
        // Its signal handlers would be the program's.
        && curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK
#if LIBCURL_VERSION_NUM >= 0x075700
        // It would wait for the thread that asks for an address, whatever its time is.
        && curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L) == CURLE_OK
#endif
        && curl_easy_setopt(easy, CURLOPT_POST, 1L) == CURLE_OK
        && curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, timeout_milliseconds) == CURLE_OK
        && curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, client->error) == CURLE_OK
        && curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_field) == CURLE_OK
        && curl_easy_setopt(easy, CURLOPT_HEADERDATA, client) == CURLE_OK
        && curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body) == CURLE_OK
        && curl_easy_setopt(easy, CURLOPT_WRITEDATA, client) == CURLE_OK;
}

ccurl_client *ccurl_start(const char *url, long timeout_milliseconds) {
    pthread_once(&once, start_library);
    ccurl_client *client = is_usable ? calloc(1, sizeof *client) : NULL;
    if (!client) return NULL;
    client->multi = curl_multi_init();
    client->easy = curl_easy_init();
    if (client->multi && client->easy && set_up(client->easy, client, url, timeout_milliseconds)) return client;
    ccurl_stop(client);
    return NULL;
}

bool ccurl_append_field(ccurl_client *client, const char *line) {
    struct curl_slist *fields = curl_slist_append(client->fields, line);
    if (fields) client->fields = fields;
    return fields != NULL;
}

void ccurl_remove_fields(ccurl_client *client) {
    curl_easy_setopt(client->easy, CURLOPT_HTTPHEADER, NULL);
    curl_slist_free_all(client->fields);
    client->fields = NULL;
}

/// Runs the request until it is done or cancelled.
///
/// @return Why it failed; empty if it did not.
static const char *run_once(ccurl_client *client) {
    client->has_lost_connection = false;
    for (;;) {
        int running = 0;
        CURLMcode code = curl_multi_perform(client->multi, &running);
        if (code != CURLM_OK) return curl_multi_strerror(code);
        if (!running) break;
        if (client->is_cancelled) return "cancelled";
        code = curl_multi_poll(client->multi, NULL, 0, 60000, NULL);
        if (code != CURLM_OK) return curl_multi_strerror(code);
    }
    int left;
    const CURLMsg *message = curl_multi_info_read(client->multi, &left);
    if (!message || message->msg != CURLMSG_DONE) return "no answer";
    CURLcode result = message->data.result;
    if (result == CURLE_OK) return "";
    client->has_lost_connection = result == CURLE_SEND_ERROR || result == CURLE_RECV_ERROR || result == CURLE_GOT_NOTHING;
    return client->error[0] ? client->error : curl_easy_strerror(result);
}

static const char *run(ccurl_client *client) {
    CURLMcode code = curl_multi_add_handle(client->multi, client->easy);
    const char *failure = code == CURLM_OK ? run_once(client) : curl_multi_strerror(code);
    curl_multi_remove_handle(client->multi, client->easy);
    return failure;
}

/// Whether a request was sent on a kept connection and nothing came back: a server may close such a one at any moment.
static bool met_a_closed_connection(ccurl_client *client) {
    long connects = 1;
    curl_easy_getinfo(client->easy, CURLINFO_NUM_CONNECTS, &connects);
    return connects == 0 && client->reply_fields.length == 0 && !client->is_cancelled && client->has_lost_connection;
}

ccurl_reply ccurl_post(ccurl_client *client, const uint8_t *body, size_t length) {
    ccurl_reply reply = {.fields = "", .body = (const uint8_t *)"", .failure = "cancelled"};
    if (client->is_cancelled) return reply;
    client->reply_fields.length = client->reply_body.length = 0;
    client->error[0] = 0;
    curl_easy_setopt(client->easy, CURLOPT_HTTPHEADER, client->fields);
    curl_easy_setopt(client->easy, CURLOPT_POSTFIELDS, body ? (const char *)body : "");
    curl_easy_setopt(client->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);

    // TLS may write to a connection that was closed, and a SIGPIPE would end the program.
    sigset_t pipe, before, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE);

    reply.failure = run(client);
    if (met_a_closed_connection(client)) {
        client->error[0] = 0;
        curl_easy_setopt(client->easy, CURLOPT_FRESH_CONNECT, 1L);
        reply.failure = run(client);
        curl_easy_setopt(client->easy, CURLOPT_FRESH_CONNECT, 0L);
    }
    if (!reply.failure[0]) curl_easy_getinfo(client->easy, CURLINFO_RESPONSE_CODE, &reply.status);

    if (!was_pending) {
        const struct timespec now = {0};
        while (sigtimedwait(&pipe, NULL, &now) == SIGPIPE) {}
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);

    if (reply.failure[0]) return reply;
    if (client->reply_fields.length) reply.fields = client->reply_fields.bytes;
    reply.fields_length = client->reply_fields.length;
    if (client->reply_body.length) reply.body = (const uint8_t *)client->reply_body.bytes;
    reply.body_length = client->reply_body.length;
    return reply;
}

void ccurl_cancel(ccurl_client *client) {
    client->is_cancelled = true;
    curl_multi_wakeup(client->multi);
}

bool ccurl_is_cancelled(ccurl_client *client) { return client->is_cancelled; }

void ccurl_stop(ccurl_client *client) {
    if (client->easy) curl_easy_cleanup(client->easy);
    if (client->multi) curl_multi_cleanup(client->multi);
    curl_slist_free_all(client->fields);
    free(client->reply_fields.bytes);
    free(client->reply_body.bytes);
    free(client);
}
