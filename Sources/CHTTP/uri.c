// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Percent escapes (RFC 3986, 2.1 "Percent-Encoding") and query strings (WHATWG URL,
// "application/x-www-form-urlencoded parsing").

#include "chttp_uri.h"

#include "chttp_error.h"

#include <stdlib.h>
#include <string.h>

typedef struct pair {
    size_t name_offset;
    size_t name_length;
    size_t value_offset;
    size_t value_length;
} pair;

struct chttp_query {
    size_t count;
    pair *pairs;
    uint8_t *text;
};

static int hexadecimal(uint8_t digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
}

int chttp_uri_decode(
    const uint8_t *bytes, size_t length, bool plus_is_space, uint8_t *out, size_t *out_length, size_t *error_offset) {
    size_t written = 0;
    for (size_t read = 0; read < length; read++) {
        uint8_t byte = bytes[read];
        if (byte == '%') {
            int high = length - read > 2 ? hexadecimal(bytes[read + 1]) : -1;
            int low = length - read > 2 ? hexadecimal(bytes[read + 2]) : -1;
            if (high < 0 || low < 0) {
                *error_offset = read;
                return CHTTP_EESCAPE;
            }
            byte = (uint8_t)(high << 4 | low);
            read += 2;
        } else if (plus_is_space && byte == '+') {
            byte = ' ';
        }
        out[written++] = byte;
    }
    *out_length = written;
    return CHTTP_OK;
}

static size_t count_pieces(const uint8_t *bytes, size_t length) {
    size_t count = 1;
    for (size_t index = 0; index < length; index++) count += bytes[index] == '&';
    return count;
}

/// Decodes bytes[start..<end] and appends the result after the `*used` bytes of the text.
static int decode_part(
    chttp_query *query, const uint8_t *bytes, size_t start, size_t end, size_t *used, size_t *offset, size_t *length,
    size_t *error_offset) {
    size_t fault = 0;
    int error = chttp_uri_decode(bytes + start, end - start, true, query->text + *used, length, &fault);
    if (error != CHTTP_OK) {
        *error_offset = start + fault;
        return error;
    }
    *offset = *used;
    *used += *length;
    return CHTTP_OK;
}

static int decode_pairs(chttp_query *query, const uint8_t *bytes, size_t length, size_t *error_offset) {
    size_t used = 0;
    size_t start = 0;
    while (start < length) {
        const uint8_t *ampersand = memchr(bytes + start, '&', length - start);
        size_t end = ampersand ? (size_t)(ampersand - bytes) : length;
        if (end > start) {
            pair *next = &query->pairs[query->count];
            const uint8_t *equals = memchr(bytes + start, '=', end - start);
            size_t name_end = equals ? (size_t)(equals - bytes) : end;
            size_t value_start = equals ? name_end + 1 : end;
            int error = decode_part(
                query, bytes, start, name_end, &used, &next->name_offset, &next->name_length, error_offset);
            if (error == CHTTP_OK)
                error = decode_part(
                    query, bytes, value_start, end, &used, &next->value_offset, &next->value_length, error_offset);
            if (error != CHTTP_OK) return error;
            query->count++;
        }
        start = end + 1;
    }
    return CHTTP_OK;
}

int chttp_query_create(const uint8_t *bytes, size_t length, chttp_query **query, size_t *error_offset) {
    *query = NULL;
    chttp_query *made = calloc(1, sizeof *made);
    if (!made) return CHTTP_EMEMORY;
    made->pairs = calloc(count_pieces(bytes, length), sizeof *made->pairs);
    made->text = malloc(length + 1);
    int error = made->pairs && made->text ? decode_pairs(made, bytes, length, error_offset) : CHTTP_EMEMORY;
    if (error != CHTTP_OK) {
        chttp_query_destroy(made);
        return error;
    }
    *query = made;
    return CHTTP_OK;
}

void chttp_query_destroy(chttp_query *query) {
    if (!query) return;
    free(query->pairs);
    free(query->text);
    free(query);
}

size_t chttp_query_count(const chttp_query *query) { return query->count; }

const uint8_t *chttp_query_name(const chttp_query *query, size_t index, size_t *length) {
    *length = query->pairs[index].name_length;
    return query->text + query->pairs[index].name_offset;
}

const uint8_t *chttp_query_value(const chttp_query *query, size_t index, size_t *length) {
    *length = query->pairs[index].value_length;
    return query->text + query->pairs[index].value_offset;
}
