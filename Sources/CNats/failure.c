// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "internal.h"

#include <stdio.h>
#include <string.h>

enum { WRONG_LAST_SEQUENCE = 10071, STREAM_NOT_FOUND = 10059, NO_MESSAGE_FOUND = 10037, MESSAGE_TOO_LARGE = 10054 };

static const char *text(int error) {
    switch (error) {
#define CNATS_ERROR_TEXT(name, value, text) \
    case value: return text;
        CNATS_ERROR_MAP(CNATS_ERROR_TEXT)
#undef CNATS_ERROR_TEXT
    default: return "unknown error";
    }
}

static int error_of(natsStatus status, jsErrCode code) {
    switch ((int)code) {
    case WRONG_LAST_SEQUENCE: return CNATS_ESEQUENCE;
    case STREAM_NOT_FOUND:
    case NO_MESSAGE_FOUND: return CNATS_ENOTFOUND;
    // More than the stream's max_msg_size; the server's max_payload has a status of its own.
    case MESSAGE_TOO_LARGE: return CNATS_ETOOLARGE;
    default: break;
    }
    switch (status) {
    case NATS_TIMEOUT: return CNATS_ETIMEOUT;
    case NATS_NO_MEMORY: return CNATS_EMEMORY;
    case NATS_NOT_FOUND: return CNATS_ENOTFOUND;
    case NATS_MAX_PAYLOAD: return CNATS_ETOOLARGE;
    // No room in a buffer for the time without a connection, which has none.
    case NATS_INSUFFICIENT_BUFFER:
    case NATS_CONNECTION_CLOSED:
    case NATS_CONNECTION_DISCONNECTED:
    case NATS_NO_SERVER:
    case NATS_IO_ERROR: return CNATS_EDISCONNECTED;
    default: return CNATS_EREFUSED;
    }
}

/// Without the place in libnats' source that stands before a text: `(js.c:535): `.
static const char *without_place(const char *text) {
    const char *end = *text == '(' ? strstr(text, "): ") : NULL;
    return end ? end + 3 : text;
}

int cnats__fail(natsStatus status, jsErrCode code, cnats_failure *failure) {
    int error = error_of(status, code);
    natsStatus last_status = NATS_OK;
    const char *last = nats_GetLastError(&last_status);
    // Errors about addresses quote them, with the password that may be part of them.
    bool is_quotable = status == NATS_ERR || status == NATS_SSL_ERROR;
    if (status == NATS_NO_RESPONDERS) {
        snprintf(failure->text, sizeof failure->text, "JetStream does not answer (not enabled, or no such stream)");
    } else if (is_quotable && last && last_status == status && *last) {
        snprintf(failure->text, sizeof failure->text, "%s", without_place(last));
    } else {
        const char *words = error == CNATS_EREFUSED || error == CNATS_EDISCONNECTED ? natsStatus_GetText(status) : NULL;
        snprintf(failure->text, sizeof failure->text, "%s", words ? words : text(error));
    }
    return error;
}
