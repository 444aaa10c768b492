// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Inspects a request: header fields, framing of the body, host, path and query, and their faults.

#include "internal.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/// White space around a value is not part of it: RFC 9110, 5.5 "Field Values". libmicrohttpd leaves the one at the end.
static size_t length_without_space(const char *value, size_t length) {
    while (length > 0 && (value[length - 1] == ' ' || value[length - 1] == '\t')) length--;
    return length;
}

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
    size_t raw_length = value ? value_length : 0;
    request->headers[request->header_count++] = (chttp__header){
        .name = name,
        .value = value ? value : "",
        .name_length = name_length,
        .value_length = length_without_space(value, raw_length),
        .raw_length = raw_length,
    };
    return MHD_YES;
}

static bool is_named(const chttp__header *header, const char *name) {
    return header->name_length == strlen(name) && strncasecmp(header->name, name, header->name_length) == 0;
}

// MARK: - Syntax

/// RFC 9110, 5.6.2 "Tokens".
static bool is_token(const char *text, size_t length) {
    for (size_t index = 0; index < length; index++) {
        unsigned char byte = (unsigned char)text[index];
        bool is_alphanumeric =
            (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
        if (!is_alphanumeric && (byte == 0 || !strchr("!#$%&'*+-.^_`|~", byte))) return false;
    }
    return length > 0;
}

/// RFC 9110, 5.5 "Field Values".
static bool is_field_value(const char *text, size_t length) {
    for (size_t index = 0; index < length; index++) {
        unsigned char byte = (unsigned char)text[index];
        if ((byte < ' ' && byte != '\t') || byte == 127) return false;
    }
    return true;
}

static bool is_target(const char *text, size_t length) {
    for (size_t index = 0; index < length; index++) {
        unsigned char byte = (unsigned char)text[index];
        if (byte <= ' ' || byte == 127) return false;
    }
    return length > 0;
}

/// RFC 9112, 3.2 "Request Target": a path, an address with its scheme, or an asterisk.
static bool has_form(const char *target) {
    const char *scheme = strstr(target, "://");
    return *target == '/' || strcmp(target, "*") == 0 || (scheme && scheme < target + strcspn(target, "/?"));
}

/// The end of the line, which libmicrohttpd has terminated with two zeros in place of CR and LF; null if it has not.
static const char *end_of_line(const char *text, const char *end) {
    return text + 2 <= end && text[0] == 0 && text[1] == 0 ? text + 2 : NULL;
}

/// Whether each part of the head starts where the previous one ends.
///
/// libmicrohttpd before 1.0 accepts a zero byte or a bare LF as the end of a line, and joins lines that begin with a
/// space to the previous one: its request differs from the one that a proxy in front of it has seen. It parses in
/// place, so anything that it skipped leaves a hole between two parts.
static bool is_whole(const chttp_request *request, const char *target, const char *version) {
    const char *end = request->method + request->head_size;
    if (request->method + strlen(request->method) + 1 != target) return false;
    if (target + request->target_length + 1 != version) return false;
    const char *next = end_of_line(version + strlen(version), end);
    for (size_t index = 0; next && index < request->header_count; index++) {
        const chttp__header *header = &request->headers[index];
        if (header->name != next) return false;
        const char *value = header->name + header->name_length + 1;
        while (value < header->value) {
            if (*value != ' ' && *value != '\t') return false;
            value++;
        }
        if (value != header->value) return false;
        next = end_of_line(value + header->raw_length, end);
    }
    return next && end_of_line(next, end) == end;
}

/// True before 1.0. Later versions reject all of this themselves, and lay out their buffer differently.
static bool has_lenient_parser(void) { return strncmp(MHD_get_version(), "0.", 2) == 0; }

static int judge_syntax(const chttp_request *request, const char *target, const char *version) {
    if (!is_token(request->method, strlen(request->method))) return CHTTP_ESYNTAX;
    if (!is_target(request->target, request->target_length) || !has_form(request->target)) return CHTTP_ESYNTAX;
    for (size_t index = 0; index < request->header_count; index++) {
        const chttp__header *header = &request->headers[index];
        if (!is_token(header->name, header->name_length)) return CHTTP_ESYNTAX;
        if (!is_field_value(header->value, header->value_length)) return CHTTP_ESYNTAX;
    }
    if (has_lenient_parser() && !is_whole(request, target, version)) return CHTTP_ESYNTAX;
    return CHTTP_OK;
}

/// RFC 9112, 3.2 "Request Target": exactly one `Host`; in HTTP/1.0 it is optional.
static int judge_host(const chttp_request *request) {
    size_t count = 0;
    for (size_t index = 0; index < request->header_count; index++)
        count += is_named(&request->headers[index], "Host");
    return count == 1 || (count == 0 && request->is_old) ? CHTTP_OK : CHTTP_EHOST;
}

// MARK: - Framing

/// An ambiguous body length enables request smuggling: RFC 9112, 6.3 "Message Body Length".
static int judge_framing(chttp_request *request) {
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
        } else if (is_named(header, "Expect")) {
            request->awaits_continue = true;
        }
    }
    // Compared with the white space behind it, because libmicrohttpd does not decode such a body.
    if (coding && strcasecmp(coding->value, "chunked") != 0) return CHTTP_ECODING;
    request->is_chunked = coding;
    // The coding is newer than HTTP/1.0, whose proxies don't know it: RFC 9112, 6.1 "Transfer-Encoding".
    if (coding && (length || request->is_old)) return CHTTP_EFRAMING;
    if (length) request->announced_length = strtoull(length->value, NULL, 10);
    return request->announced_length > request->server->options.body_limit ? CHTTP_EBODY_TOO_LARGE : CHTTP_OK;
}

static int judge_sizes(const chttp_request *request) {
    const chttp_server_options *options = &request->server->options;
    if (request->target_length > options->target_limit) return CHTTP_ETARGET_TOO_LONG;
    return request->head_size > options->header_limit ? CHTTP_EHEADERS_TOO_LARGE : CHTTP_OK;
}

// MARK: - Target

static const char SCHEME[] = "http://";

/// Finds the path, which follows the authority in a target in absolute form: RFC 9112, 3.2.2 "absolute-form".
static void divide_target(chttp_request *request) {
    const char *target = request->target;
    request->is_absolute = strncasecmp(target, SCHEME, sizeof SCHEME - 1) == 0;
    if (request->is_absolute) {
        size_t scheme_length = sizeof SCHEME - 1;
        request->path_start = scheme_length + strcspn(target + scheme_length, "/?");
    }
    request->path_length = strcspn(target + request->path_start, "?");
}

static int decode_target(chttp_request *request) {
    const uint8_t *target = (const uint8_t *)request->target;
    size_t path_end = request->path_start + request->path_length;
    request->path = malloc(request->path_length + 1);
    if (!request->path) return CHTTP_EMEMORY;
    int error = chttp_uri_decode(
        target + request->path_start, request->path_length, false, request->path, &request->path_decoded_length,
        &request->fault_offset);
    if (error == CHTTP_EESCAPE) request->fault_offset += request->path_start;
    if (error != CHTTP_OK || path_end == request->target_length) return error;
    size_t start = path_end + 1;
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

static size_t size_of_head(const chttp_request *request) {
    const union MHD_ConnectionInfo *information =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return information ? information->header_size : 0;
}

void chttp__request_inspect(chttp_request *request, const char *target, const char *version) {
    request->head_size = size_of_head(request);
    request->is_old = strcmp(version, "HTTP/1.0") == 0;
    divide_target(request);
    note_peer(request);
    MHD_get_connection_values_n(request->connection, MHD_HEADER_KIND, gather, request);
    if (request->fault == CHTTP_OK) request->fault = judge_sizes(request);
    if (request->fault == CHTTP_OK) request->fault = judge_syntax(request, target, version);
    if (request->fault == CHTTP_OK) request->fault = judge_host(request);
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

const char *chttp_request_authority(const chttp_request *request, size_t *length) {
    size_t start = sizeof SCHEME - 1;
    *length = request->is_absolute ? request->path_start - start : 0;
    return request->is_absolute ? request->target + start : NULL;
}

const char *chttp_request_raw_path(const chttp_request *request, size_t *length) {
    *length = request->path_length;
    return request->target + request->path_start;
}

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
