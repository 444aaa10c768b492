// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CNATS_H
#define CNATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What a fleet needs of libnats: one connection with JetStream, through functions that block up to a timeout. All of
/// them may be called from any thread.

/// X(name, value, text)
#define CNATS_ERROR_MAP(X)                                                                                             \
    X(CNATS_EMEMORY, -1, "out of memory")                                                                              \
    X(CNATS_EINVALID, -2, "the options cannot be used")                                                                \
    X(CNATS_ETIMEOUT, -3, "no answer in time")                                                                         \
    X(CNATS_EDISCONNECTED, -4, "not connected")                                                                        \
    X(CNATS_ESEQUENCE, -5, "the subject's last message is another one")                                                \
    X(CNATS_EDUPLICATE, -6, "a message with this id is stored already")                                                \
    X(CNATS_ETOOLARGE, -7, "the message is larger than the broker takes")                                              \
    X(CNATS_ENOTFOUND, -8, "there is no such message or stream")                                                       \
    X(CNATS_EREFUSED, -9, "the broker refused")

typedef enum cnats_error {
#define CNATS_ERROR_CASE(name, value, text) name = value,
    CNATS_ERROR_MAP(CNATS_ERROR_CASE)
#undef CNATS_ERROR_CASE
} cnats_error;

/// Why a call failed, in words; without credentials.
typedef struct cnats_failure {
    char text[256];
} cnats_failure;

/// Where and as whom to connect; null where a text isn't given.
typedef struct cnats_options {
    const char *_Nullable const *_Nonnull urls;
    size_t url_count;
    /// Shown in the broker's list of connections.
    const char *_Nullable name;
    const char *_Nullable credentials_file;
    const char *_Nullable user;
    const char *_Nullable password;
    const char *_Nullable token;
    const char *_Nullable ca_file;
    const char *_Nullable certificate_file;
    const char *_Nullable key_file;
    /// Uses TLS even if no file above is given.
    bool needs_tls;
    /// Longest wait for an answer of the broker.
    uint32_t timeout_milliseconds;
} cnats_options;

/// A connection that is restored in the background, without end, when it breaks.
typedef struct cnats_connection cnats_connection;

/// Connects.
///
/// @param changed Called on a thread of libnats when the connection breaks (false) and when it is restored (true). Not
/// called any more when this has failed.
/// @return 0, CNATS_EDISCONNECTED, CNATS_EREFUSED, CNATS_EMEMORY, or CNATS_EINVALID, after which another attempt is in
/// vain: a file for TLS can't be read, or has something else. The file of credentials is not read before there is a broker
/// to send them to, and what is wrong with it is CNATS_EREFUSED. Ends with `cnats_connection_close`.
int cnats_connect(
    const cnats_options *_Nonnull options,
    void (*_Nullable changed)(void *_Nullable context, bool is_connected),
    void *_Nullable context,
    cnats_connection *_Nullable *_Nonnull connection,
    cnats_failure *_Nonnull failure);

/// Ends the connection; no other call may be under way. Closures given to it may still be running when this returns.
void cnats_connection_close(cnats_connection *_Nullable connection);

bool cnats_is_connected(cnats_connection *_Nonnull connection);

/// Largest message in bytes, headers included; 0 before the first connection.
int64_t cnats_payload_limit(cnats_connection *_Nonnull connection);

/// A stream that is kept in files, is limited by age and size, and can be read from each of its servers.
typedef struct cnats_stream_options {
    const char *_Nonnull name;
    const char *_Nonnull subject;
    int replica_count;
    /// 0 for no limit.
    int64_t age_limit_nanoseconds;
    /// -1 for no limit.
    int64_t bytes_limit;
    /// -1 for no limit.
    int64_t messages_per_subject;
    int64_t duplicate_window_nanoseconds;
} cnats_stream_options;

/// Creates a stream; one that exists is left as it is.
int cnats_stream_prepare(
    cnats_connection *_Nonnull connection,
    const cnats_stream_options *_Nonnull options,
    cnats_failure *_Nonnull failure);

/// What a stream holds.
typedef struct cnats_stream_state {
    /// Sequences of the first and the last message; first is last + 1 if there is none.
    uint64_t first;
    uint64_t last;
    /// When the stream was created, in nanoseconds since 1970 by the clock of a server. One that is made anew has
    /// another time.
    int64_t created;
} cnats_stream_state;

/// Asks the leader of a stream what it holds.
///
/// @return 0, or CNATS_ENOTFOUND and others.
int cnats_stream_extent(
    cnats_connection *_Nonnull connection,
    const char *_Nonnull stream,
    cnats_stream_state *_Nonnull state,
    cnats_failure *_Nonnull failure);

/// Stores a message and waits for the acknowledgment.
///
/// @param headers Names and values in turn, 2 * `header_count` texts. Condition and id of the message are headers too.
/// @return 0 with the sequence; CNATS_ESEQUENCE, CNATS_EDUPLICATE (with the sequence), CNATS_ETOOLARGE, CNATS_EREFUSED,
///   CNATS_EDISCONNECTED: not stored by this call, except that the connection may have broken before the
///   acknowledgment: like CNATS_ETIMEOUT, that is unknown.
int cnats_store(
    cnats_connection *_Nonnull connection,
    const char *_Nonnull subject,
    const char *_Nonnull const *_Nullable headers,
    size_t header_count,
    const uint8_t *_Nullable body,
    size_t length,
    uint64_t *_Nonnull sequence,
    cnats_failure *_Nonnull failure);

/// A message that was read. Ends with `cnats_message_free`.
typedef struct cnats_message cnats_message;

/// Reads the newest message of a subject from the leader of the stream, which knows of each stored message.
///
/// @return 0, or CNATS_ENOTFOUND and others.
int cnats_last(
    cnats_connection *_Nonnull connection,
    const char *_Nonnull stream,
    const char *_Nonnull subject,
    cnats_message *_Nullable *_Nonnull message,
    cnats_failure *_Nonnull failure);

/// Reads the first message from a sequence (at least 1) on whose subject matches, from any server of the stream.
///
/// @return 0, or CNATS_ENOTFOUND and others.
int cnats_next(
    cnats_connection *_Nonnull connection,
    const char *_Nonnull stream,
    uint64_t sequence,
    const char *_Nonnull pattern,
    cnats_message *_Nullable *_Nonnull message,
    cnats_failure *_Nonnull failure);

uint64_t cnats_message_sequence(cnats_message *_Nonnull message);
/// Nanoseconds since 1970 by the clock of the server that stored the message.
int64_t cnats_message_time(cnats_message *_Nonnull message);
const char *_Nonnull cnats_message_subject(cnats_message *_Nonnull message);
const uint8_t *_Nullable cnats_message_body(cnats_message *_Nonnull message, size_t *_Nonnull length);
/// Calls `each` with each header's name and first value.
void cnats_message_headers(
    cnats_message *_Nonnull message,
    void (*_Nonnull each)(void *_Nullable context, const char *_Nonnull name, const char *_Nonnull value),
    void *_Nullable context);
void cnats_message_free(cnats_message *_Nullable message);

#endif
