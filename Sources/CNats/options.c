// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "internal.h"

/// A broken connection is noticed within two pings; a new attempt starts each half second, with some jitter so that a
/// restarted broker doesn't get all clients at once.
enum { PING_MILLISECONDS = 5000, PINGS = 2, RECONNECT_MILLISECONDS = 500, JITTER_MILLISECONDS = 250 };

static natsStatus set_identity(natsOptions *options, const cnats_options *given) {
    natsStatus status = NATS_OK;
    if (given->credentials_file)
        status = natsOptions_SetUserCredentialsFromFiles(options, given->credentials_file, NULL);
    if (status == NATS_OK && given->user)
        status = natsOptions_SetUserInfo(options, given->user, given->password ? given->password : "");
    if (status == NATS_OK && given->token) status = natsOptions_SetToken(options, given->token);
    return status;
}

static natsStatus set_encryption(natsOptions *options, const cnats_options *given) {
    if (!given->needs_tls && !given->ca_file && !given->certificate_file) return NATS_OK;
    natsStatus status = natsOptions_SetSecure(options, true);
    if (status == NATS_OK && given->ca_file) status = natsOptions_LoadCATrustedCertificates(options, given->ca_file);
    if (status == NATS_OK && given->certificate_file)
        status = natsOptions_LoadCertificatesChain(
            options, given->certificate_file, given->key_file ? given->key_file : given->certificate_file);
    return status;
}

/// libnats prints what nobody handles; a lost wake-up is no error.
static void ignore(natsConnection *connection, natsSubscription *subscription, natsStatus error, void *closure) {
    (void)connection, (void)subscription, (void)error, (void)closure;
}

static natsStatus set_behaviour(natsOptions *options, cnats_connection *own) {
    natsStatus status = natsOptions_SetMaxReconnect(options, -1);
    if (status == NATS_OK) status = natsOptions_SetReconnectWait(options, RECONNECT_MILLISECONDS);
    if (status == NATS_OK)
        status = natsOptions_SetReconnectJitter(options, JITTER_MILLISECONDS, JITTER_MILLISECONDS);
    // What is published without a connection must fail at once: the caller decides then, and nothing piles up.
    if (status == NATS_OK) status = natsOptions_SetReconnectBufSize(options, 0);
    if (status == NATS_OK) status = natsOptions_SetPingInterval(options, PING_MILLISECONDS);
    if (status == NATS_OK) status = natsOptions_SetMaxPingsOut(options, PINGS);
    if (status == NATS_OK) status = natsOptions_SetTimeout(options, own->timeout);
    if (status == NATS_OK) status = natsOptions_SetDisconnectedCB(options, cnats__disconnected, own);
    if (status == NATS_OK) status = natsOptions_SetReconnectedCB(options, cnats__reconnected, own);
    if (status == NATS_OK) status = natsOptions_SetErrorHandler(options, ignore, NULL);
    return status;
}

natsStatus cnats__options(natsOptions *options, const cnats_options *given, cnats_connection *own) {
    natsStatus status = natsOptions_SetServers(options, (const char **)(uintptr_t)given->urls, (int)given->url_count);
    if (status == NATS_OK && given->name) status = natsOptions_SetName(options, given->name);
    if (status == NATS_OK) status = set_identity(options, given);
    if (status == NATS_OK) status = set_encryption(options, given);
    if (status == NATS_OK) status = set_behaviour(options, own);
    return status;
}
