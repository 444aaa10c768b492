// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What a request says about itself: header fields, framing of the body, path and query, and what is wrong with them.

#include "internal.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static enum MHD_Result gather(
    void *context, enum MHD_ValueKind kind, const char *name, size_t name_length, const char *value,
    size_t value_length) {
    (void)kind;
    chttp_request *request = context;
    if (request->header_count == request->header_capacity) {
        size_t capacity = request->header_capacity ? request->header_capacity * 2 : 16;
        chttp__header *grown = realloc(request->headers, capacity * sizeof *grown);
        if (!grown) {
            request->fault = CHTTP_EMEMORY;
            return MHD_NO;
        }
        request->headers = grown;
        request->header_capacity = capacity;
    }
    request->headers[request->header_count++] = (chttp__header){
        .name = name,
        .value = value ? value : "",
        .name_length = name_length,
        .value_length = value ? value_length : 0,
    };
    return MHD_YES;
}

// MARK: - Framing

static bool is_named(const chttp__header *header, const char *name) {
    return header->name_length == strlen(name) && strncasecmp(header->name, name, header->name_length) == 0;
}

/// Two readings of where a body ends are how requests are smuggled: RFC 9112, 6.3 "Message Body Length".
static int judge_framing(const chttp_request *request) {
    const chttp__header *length = NULL;
    const chttp__header *coding = NULL;
    for (size_t index = 0; index < request->header_count; index++) {
        const chttp__header *header = &request->headers[index];
        if (is_named(header, "Content-Length")) {
            if (length) return CHTTP_EFRAMING;
            length = header;
        } else if (is_named(header, "Transfer-Encoding")) {
            if (coding) return CHTTP_EFRAMING;
            coding = header;
        }
    }
    if (coding && strcasecmp(coding->value, "chunked") != 0) return CHTTP_ECODING;
    if (coding && length) return CHTTP_EFRAMING;
    if (length && strtoull(length->value, NULL, 10) > request->server->options.body_limit)
        return CHTTP_EBODY_TOO_LARGE;
    return CHTTP_OK;
}

static int judge_sizes(const chttp_request *request) {
    const chttp_server_options *options = &request->server->options;
    if (request->target_length > options->target_limit) return CHTTP_ETARGET_TOO_LONG;
    const union MHD_ConnectionInfo *information =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    if (information && information->header_size > options->header_limit) return CHTTP_EHEADERS_TOO_LARGE;
    return CHTTP_OK;
}

// MARK: - Target

static int decode_target(chttp_request *request) {
    const uint8_t *target = (const uint8_t *)request->target;
    request->path = malloc(request->path_length + 1);
    if (!request->path) return CHTTP_EMEMORY;
    int error = chttp_uri_decode(
        target, request->path_length, false, request->path, &request->path_decoded_length, &request->fault_offset);
    if (error != CHTTP_OK || request->path_length == request->target_length) return error;
    size_t start = request->path_length + 1;
    error = chttp_query_create(
        target + start, request->target_length - start, &request->query, &request->fault_offset);
    if (error == CHTTP_EESCAPE) request->fault_offset += start;
    return error;
}

static void note_peer(chttp_request *request) {
    const union MHD_ConnectionInfo *information =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (!information || !information->client_addr) return;
    const struct sockaddr *address = information->client_addr;
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *v4 = (const struct sockaddr_in *)address;
        inet_ntop(AF_INET, &v4->sin_addr, request->peer, sizeof request->peer);
        request->peer_port = ntohs(v4->sin_port);
    } else if (address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)address;
        inet_ntop(AF_INET6, &v6->sin6_addr, request->peer, sizeof request->peer);
        request->peer_port = ntohs(v6->sin6_port);
    }
}

void chttp__request_inspect(chttp_request *request) {
    const char *question = memchr(request->target, '?', request->target_length);
    request->path_length = question ? (size_t)(question - request->target) : request->target_length;
    note_peer(request);
    MHD_get_connection_values_n(request->connection, MHD_HEADER_KIND, gather, request);
    if (request->fault == CHTTP_OK) request->fault = judge_sizes(request);
    if (request->fault == CHTTP_OK) request->fault = judge_framing(request);
    if (request->fault == CHTTP_OK) request->fault = decode_target(request);
    if (request->fault == CHTTP_OK) return;
    request->path_decoded_length = 0;
    chttp_query_destroy(request->query);
    request->query = NULL;
}

// MARK: - Accessors

chttp_server *chttp_request_server(const chttp_request *request) { return request->server; }

const char *chttp_request_method(const chttp_request *request) { return request->method; }

const char *chttp_request_target(const chttp_request *request, size_t *length) {
    *length = request->target_length;
    return request->target;
}

size_t chttp_request_path_length(const chttp_request *request) { return request->path_length; }

const uint8_t *chttp_request_path(const chttp_request *request, size_t *length) {
    *length = request->path_decoded_length;
    return request->path ? request->path : (const uint8_t *)"";
}

const chttp_query *chttp_request_query(const chttp_request *request) { return request->query; }

size_t chttp_request_header_count(const chttp_request *request) { return request->header_count; }

const char *chttp_request_header_name(const chttp_request *request, size_t index, size_t *length) {
    *length = request->headers[index].name_length;
    return request->headers[index].name;
}

const char *chttp_request_header_value(const chttp_request *request, size_t index, size_t *length) {
    *length = request->headers[index].value_length;
    return request->headers[index].value;
}

const uint8_t *chttp_request_body(const chttp_request *request, size_t *length) {
    *length = request->fault == CHTTP_OK ? request->body_length : 0;
    return request->body ? request->body : (const uint8_t *)"";
}

const char *chttp_request_peer(const chttp_request *request, uint16_t *port) {
    *port = request->peer_port;
    return request->peer;
}

int chttp_request_fault(const chttp_request *request, size_t *offset) {
    *offset = request->fault == CHTTP_EESCAPE ? request->fault_offset : 0;
    return request->fault;
}
