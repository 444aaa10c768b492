// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "internal.h"

#include <stdlib.h>

struct cnats_message {
    natsMsg *message;
};

// MARK: Streams

static int prepare(cnats_connection *own, const cnats_stream_options *given, cnats_failure *failure) {
    jsErrCode code = 0;
    jsStreamInfo *info = NULL;
    natsStatus status = js_GetStreamInfo(&info, own->jetstream, given->name, NULL, &code);
    jsStreamInfo_Destroy(info);
    if (status == NATS_OK) return 0;
    int error = cnats__fail(status, code, failure);
    if (error != CNATS_ENOTFOUND) return error;

    jsStreamConfig configuration;
    status = jsStreamConfig_Init(&configuration);
    if (status != NATS_OK) return cnats__fail(status, 0, failure);
    const char *subjects[] = {given->subject};
    configuration.Name = given->name;
    configuration.Subjects = subjects;
    configuration.SubjectsLen = 1;
    configuration.Storage = js_FileStorage;
    configuration.Retention = js_LimitsPolicy;
    configuration.Discard = js_DiscardOld;
    configuration.Replicas = given->replica_count;
    configuration.MaxAge = given->age_limit_nanoseconds;
    configuration.MaxBytes = given->bytes_limit;
    configuration.MaxMsgsPerSubject = given->messages_per_subject;
    configuration.Duplicates = given->duplicate_window_nanoseconds;
    configuration.AllowDirect = true;
    code = 0;
    info = NULL;
    status = js_AddStream(&info, own->jetstream, &configuration, NULL, &code);
    jsStreamInfo_Destroy(info);
    return status == NATS_OK ? 0 : cnats__fail(status, code, failure);
}

int cnats_stream_prepare(cnats_connection *own, const cnats_stream_options *given, cnats_failure *failure) {
    int error = cnats__enter(own, failure);
    return error ? error : cnats__leave(own, prepare(own, given, failure));
}

static int extent(
    cnats_connection *own, const char *stream, cnats_stream_state *state, cnats_failure *failure) {
    jsErrCode code = 0;
    jsStreamInfo *info = NULL;
    natsStatus status = js_GetStreamInfo(&info, own->jetstream, stream, NULL, &code);
    if (status != NATS_OK) return cnats__fail(status, code, failure);
    state->last = info->State.LastSeq;
    // A stream that never had a message says 0 for both.
    state->first = info->State.Msgs > 0 ? info->State.FirstSeq : info->State.LastSeq + 1;
    state->created = info->Created;
    jsStreamInfo_Destroy(info);
    return 0;
}

int cnats_stream_extent(
    cnats_connection *own, const char *stream, cnats_stream_state *state, cnats_failure *failure) {
    int error = cnats__enter(own, failure);
    return error ? error : cnats__leave(own, extent(own, stream, state, failure));
}

// MARK: Storing

static natsStatus set_headers(natsMsg *message, const char *const *headers, size_t count) {
    for (size_t index = 0; index < count; index++) {
        natsStatus status = natsMsgHeader_Set(message, headers[2 * index], headers[2 * index + 1]);
        if (status != NATS_OK) return status;
    }
    return NATS_OK;
}

static int publish(
    cnats_connection *own,
    const char *subject,
    const char *const *headers,
    size_t header_count,
    const uint8_t *body,
    size_t length,
    uint64_t *sequence,
    cnats_failure *failure) {
    if (length > INT32_MAX) return cnats__fail(NATS_MAX_PAYLOAD, 0, failure);
    natsMsg *message = NULL;
    jsPubAck *acknowledgment = NULL;
    jsErrCode code = 0;
    natsStatus status = natsMsg_Create(&message, subject, NULL, (const char *)body, (int)length);
    if (status == NATS_OK) status = set_headers(message, headers, header_count);
    if (status == NATS_OK) status = js_PublishMsg(&acknowledgment, own->jetstream, message, NULL, &code);
    natsMsg_Destroy(message);
    if (status != NATS_OK) return cnats__fail(status, code, failure);
    *sequence = acknowledgment->Sequence;
    int error = acknowledgment->Duplicate ? CNATS_EDUPLICATE : 0;
    jsPubAck_Destroy(acknowledgment);
    return error;
}

int cnats_store(
    cnats_connection *own,
    const char *subject,
    const char *const *headers,
    size_t header_count,
    const uint8_t *body,
    size_t length,
    uint64_t *sequence,
    cnats_failure *failure) {
    int error = cnats__enter(own, failure);
    if (error) return error;
    return cnats__leave(own, publish(own, subject, headers, header_count, body, length, sequence, failure));
}

// MARK: Reading

static int wrap(natsMsg *given, cnats_message **message, cnats_failure *failure) {
    cnats_message *wrapped = calloc(1, sizeof *wrapped);
    if (!wrapped) {
        natsMsg_Destroy(given);
        return cnats__fail(NATS_NO_MEMORY, 0, failure);
    }
    wrapped->message = given;
    *message = wrapped;
    return 0;
}

static int last(
    cnats_connection *own, const char *stream, const char *subject, cnats_message **message, cnats_failure *failure) {
    jsErrCode code = 0;
    natsMsg *found = NULL;
    natsStatus status = js_GetLastMsg(&found, own->jetstream, stream, subject, NULL, &code);
    return status == NATS_OK ? wrap(found, message, failure) : cnats__fail(status, code, failure);
}

int cnats_last(
    cnats_connection *own, const char *stream, const char *subject, cnats_message **message, cnats_failure *failure) {
    int error = cnats__enter(own, failure);
    return error ? error : cnats__leave(own, last(own, stream, subject, message, failure));
}

static int next(
    cnats_connection *own,
    const char *stream,
    uint64_t sequence,
    const char *pattern,
    cnats_message **message,
    cnats_failure *failure) {
    jsDirectGetMsgOptions options;
    natsMsg *found = NULL;
    natsStatus status = jsDirectGetMsgOptions_Init(&options);
    options.Sequence = sequence;
    options.NextBySubject = pattern;
    if (status == NATS_OK) status = js_DirectGetMsg(&found, own->jetstream, stream, NULL, &options);
    return status == NATS_OK ? wrap(found, message, failure) : cnats__fail(status, 0, failure);
}

int cnats_next(
    cnats_connection *own,
    const char *stream,
    uint64_t sequence,
    const char *pattern,
    cnats_message **message,
    cnats_failure *failure) {
    int error = cnats__enter(own, failure);
    return error ? error : cnats__leave(own, next(own, stream, sequence, pattern, message, failure));
}

uint64_t cnats_message_sequence(cnats_message *message) { return natsMsg_GetSequence(message->message); }

int64_t cnats_message_time(cnats_message *message) { return natsMsg_GetTime(message->message); }

const char *cnats_message_subject(cnats_message *message) { return natsMsg_GetSubject(message->message); }

const uint8_t *cnats_message_body(cnats_message *message, size_t *length) {
    int count = natsMsg_GetDataLength(message->message);
    *length = count > 0 ? (size_t)count : 0;
    return (const uint8_t *)natsMsg_GetData(message->message);
}

void cnats_message_headers(
    cnats_message *message, void (*each)(void *context, const char *name, const char *value), void *context) {
    const char **keys = NULL;
    int count = 0;
    if (natsMsgHeader_Keys(message->message, &keys, &count) != NATS_OK) return;
    for (int index = 0; index < count; index++) {
        const char *value = NULL;
        if (natsMsgHeader_Get(message->message, keys[index], &value) == NATS_OK && value)
            each(context, keys[index], value);
    }
    free(keys);
}

void cnats_message_free(cnats_message *message) {
    if (!message) return;
    natsMsg_Destroy(message->message);
    free(message);
}
