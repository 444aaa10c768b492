// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CHTTP_JSON_H
#define CHTTP_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A parsed JSON text, which owns its values. Not thread-safe.
typedef struct chttp_json_document chttp_json_document;

/// A value in a document, valid as long as the document.
typedef struct chttp_json_value chttp_json_value;

/// The kinds of JSON values.
typedef enum chttp_json_kind {
    CHTTP_JSON_NULL = 0,
    CHTTP_JSON_BOOLEAN = 1,
    CHTTP_JSON_INTEGER = 2,
    CHTTP_JSON_REAL = 3,
    CHTTP_JSON_STRING = 4,
    CHTTP_JSON_ARRAY = 5,
    CHTTP_JSON_OBJECT = 6,
} chttp_json_kind;

/// The position and reason of a parse error.
typedef struct chttp_json_fault {
    /// Offset in bytes, 0-based.
    size_t offset;
    /// A one-line description in English.
    char text[160];
} chttp_json_fault;

/// Parses `length` bytes that contain exactly one JSON value. Duplicate keys, and nesting deeper than `depth_limit` (at
/// most 512), are errors. The caller frees the document with `chttp_json_destroy`.
///
/// @return 0, CHTTP_EMEMORY, or CHTTP_EJSON_* with `fault` filled in.
int chttp_json_parse(
    const uint8_t *_Nonnull bytes, size_t length, size_t depth_limit,
    chttp_json_document *_Nullable *_Nonnull document, chttp_json_fault *_Nonnull fault);

/// Frees `document` and all its values.
void chttp_json_destroy(chttp_json_document *_Nullable document);

/// The top-level value of the document.
const chttp_json_value *_Nonnull chttp_json_root(const chttp_json_document *_Nonnull document);

/// The kind of `value`.
chttp_json_kind chttp_json_value_kind(const chttp_json_value *_Nonnull value);

/// The boolean; false for any other kind.
bool chttp_json_value_boolean(const chttp_json_value *_Nonnull value);

/// The integer; 0 for any other kind.
int64_t chttp_json_value_integer(const chttp_json_value *_Nonnull value);

/// The number as a double, including integers; 0 for any other kind.
double chttp_json_value_real(const chttp_json_value *_Nonnull value);

/// The UTF-8 bytes of a string, null-terminated; empty for any other kind.
const char *_Nonnull chttp_json_value_string(const chttp_json_value *_Nonnull value, size_t *_Nonnull length);

/// The number of elements in an array, or of members in an object; 0 for any other kind.
size_t chttp_json_value_count(const chttp_json_value *_Nonnull value);

/// The array element at `index`; null if there is none.
const chttp_json_value *_Nullable chttp_json_value_element(const chttp_json_value *_Nonnull value, size_t index);

/// The object member with the null-terminated `key`; null if there is none.
const chttp_json_value *_Nullable chttp_json_value_member(
    const chttp_json_value *_Nonnull value, const char *_Nonnull key);

/// Calls `visit` for each member of an object, in the order of the text, until it returns false.
void chttp_json_value_members(
    const chttp_json_value *_Nonnull value, void *_Nullable context,
    bool (*_Nonnull visit)(
        void *_Nullable context, const char *_Nonnull key, const chttp_json_value *_Nonnull member));

#endif
