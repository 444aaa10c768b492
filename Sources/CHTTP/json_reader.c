// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Parsing with jansson. A chttp_json_value is jansson's value under another name.

#include "internal.h"

#include "utf8.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_LIMIT = 512 };

struct chttp_json_document {
    json_t *root;
};

static const json_t *unwrap(const chttp_json_value *value) { return (const json_t *)value; }

static const chttp_json_value *wrap(const json_t *value) { return (const chttp_json_value *)value; }

// MARK: - Parsing

/// Offset of the bracket that is nested deeper than `limit`, or `length`. jansson's own limit is fixed at 2 048.
static size_t find_too_deep(const uint8_t *bytes, size_t length, size_t limit) {
    size_t depth = 0;
    bool in_string = false;
    for (size_t index = 0; index < length; index++) {
        uint8_t byte = bytes[index];
        if (in_string) {
            if (byte == '\\') index++;
            else if (byte == '"') in_string = false;
        } else if (byte == '"') {
            in_string = true;
        } else if (byte == '[' || byte == '{') {
            if (++depth > limit) return index;
        } else if ((byte == ']' || byte == '}') && depth > 0) {
            depth--;
        }
    }
    return length;
}

static int error_of(const json_error_t *error) {
    switch (json_error_code(error)) {
        case json_error_out_of_memory:
            return CHTTP_EMEMORY;
        case json_error_duplicate_key:
            return CHTTP_EJSON_DUPLICATE;
        case json_error_stack_overflow:
            return CHTTP_EJSON_DEPTH;
        case json_error_invalid_utf8:
            return CHTTP_EJSON_ENCODING;
        case json_error_numeric_overflow:
            return CHTTP_EJSON_NUMBER;
        default:
            return CHTTP_EJSON_SYNTAX;
    }
}

static int fail(int error, size_t offset, const char *text, chttp_json_fault *fault) {
    fault->offset = offset;
    snprintf(fault->text, sizeof fault->text, "%s", text);
    return error;
}

int chttp_json_parse(
    const uint8_t *bytes, size_t length, size_t depth_limit, chttp_json_document **document,
    chttp_json_fault *fault) {
    *document = NULL;
    *fault = (chttp_json_fault){0};
    size_t limit = depth_limit < DEPTH_LIMIT ? depth_limit : DEPTH_LIMIT;
    size_t deep = find_too_deep(bytes, length, limit);
    if (deep < length) return fail(CHTTP_EJSON_DEPTH, deep, chttp_error_text(CHTTP_EJSON_DEPTH), fault);
    json_error_t error;
    json_t *root = json_loadb((const char *)bytes, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!root) {
        size_t offset = error.position < 0 ? 0 : (size_t)error.position;
        return fail(error_of(&error), offset < length ? offset : length, error.text, fault);
    }
    chttp_json_document *made = malloc(sizeof *made);
    if (!made) {
        json_decref(root);
        return CHTTP_EMEMORY;
    }
    made->root = root;
    *document = made;
    return CHTTP_OK;
}

void chttp_json_destroy(chttp_json_document *document) {
    if (!document) return;
    json_decref(document->root);
    free(document);
}

// MARK: - Values

const chttp_json_value *chttp_json_root(const chttp_json_document *document) { return wrap(document->root); }

chttp_json_kind chttp_json_value_kind(const chttp_json_value *value) {
    switch (json_typeof(unwrap(value))) {
        case JSON_OBJECT:
            return CHTTP_JSON_OBJECT;
        case JSON_ARRAY:
            return CHTTP_JSON_ARRAY;
        case JSON_STRING:
            return CHTTP_JSON_STRING;
        case JSON_INTEGER:
            return CHTTP_JSON_INTEGER;
        case JSON_REAL:
            return CHTTP_JSON_REAL;
        case JSON_TRUE:
        case JSON_FALSE:
            return CHTTP_JSON_BOOLEAN;
        case JSON_NULL:
            break;
    }
    return CHTTP_JSON_NULL;
}

bool chttp_json_value_boolean(const chttp_json_value *value) { return json_is_true(unwrap(value)); }

int64_t chttp_json_value_integer(const chttp_json_value *value) { return json_integer_value(unwrap(value)); }

double chttp_json_value_real(const chttp_json_value *value) { return json_number_value(unwrap(value)); }

const char *chttp_json_value_string(const chttp_json_value *value, size_t *length) {
    const char *text = json_string_value(unwrap(value));
    *length = json_string_length(unwrap(value));
    return text ? text : "";
}

size_t chttp_json_value_count(const chttp_json_value *value) {
    return json_is_array(unwrap(value)) ? json_array_size(unwrap(value)) : json_object_size(unwrap(value));
}

const chttp_json_value *chttp_json_value_element(const chttp_json_value *value, size_t index) {
    return wrap(json_array_get(unwrap(value), index));
}

const chttp_json_value *chttp_json_value_member(const chttp_json_value *value, const char *key) {
    return wrap(json_object_get(unwrap(value), key));
}

void chttp_json_value_members(
    const chttp_json_value *value, void *context,
    bool (*visit)(void *context, const char *key, const chttp_json_value *member)) {
    // jansson's iteration requires a mutable object although it changes nothing.
    json_t *object = (json_t *)(uintptr_t)unwrap(value);
    for (void *item = json_object_iter(object); item; item = json_object_iter_next(object, item)) {
        if (!visit(context, json_object_iter_key(item), wrap(json_object_iter_value(item)))) return;
    }
}
