// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CHTTP_JSON_H
#define CHTTP_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: - Reading

/// A parsed JSON text; owns its values. Not thread safe.
typedef struct chttp_json_document chttp_json_document;

/// A value inside a document; lives as long as the document.
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

/// Where and why a text was refused.
typedef struct chttp_json_fault {
    /// Bytes from the start of the text, 0-based.
    size_t offset;
    /// One line of English.
    char text[160];
} chttp_json_fault;

/// Parses `length` bytes that hold exactly one JSON value. Duplicate keys are refused, as is nesting deeper than
/// `depth_limit` (at most 512). The caller ends the document with `chttp_json_destroy`.
///
/// @return 0, CHTTP_EMEMORY, or CHTTP_EJSON_* with `fault` filled in.
int chttp_json_parse(
    const uint8_t *_Nonnull bytes, size_t length, size_t depth_limit,
    chttp_json_document *_Nullable *_Nonnull document, chttp_json_fault *_Nonnull fault);

/// Ends `document` and all its values.
void chttp_json_destroy(chttp_json_document *_Nullable document);

/// The document's one value.
const chttp_json_value *_Nonnull chttp_json_root(const chttp_json_document *_Nonnull document);

/// The kind of `value`.
chttp_json_kind chttp_json_value_kind(const chttp_json_value *_Nonnull value);

/// The boolean; false for any other kind.
bool chttp_json_value_boolean(const chttp_json_value *_Nonnull value);

/// The integer; 0 for any other kind.
int64_t chttp_json_value_integer(const chttp_json_value *_Nonnull value);

/// The number, also of an integer; 0 for any other kind.
double chttp_json_value_real(const chttp_json_value *_Nonnull value);

/// The UTF-8 of a string, terminated; empty for any other kind.
const char *_Nonnull chttp_json_value_string(const chttp_json_value *_Nonnull value, size_t *_Nonnull length);

/// The number of elements of an array or of members of an object; 0 for any other kind.
size_t chttp_json_value_count(const chttp_json_value *_Nonnull value);

/// The element of an array at `index`; null when there is none.
const chttp_json_value *_Nullable chttp_json_value_element(const chttp_json_value *_Nonnull value, size_t index);

/// The member of an object with the terminated `key`; null when there is none.
const chttp_json_value *_Nullable chttp_json_value_member(
    const chttp_json_value *_Nonnull value, const char *_Nonnull key);

/// Calls `visit` for each member of an object in the order of the text, until it returns false.
void chttp_json_value_members(
    const chttp_json_value *_Nonnull value, void *_Nullable context,
    bool (*_Nonnull visit)(
        void *_Nullable context, const char *_Nonnull key, const chttp_json_value *_Nonnull member));

// MARK: - Writing

/// Writes one JSON text, compact, in the order of the calls. Not thread safe.
///
/// Errors stick: after the first one all calls do nothing and `chttp_json_writer_take` returns it.
typedef struct chttp_json_writer chttp_json_writer;

/// Makes a writer. The caller ends it with `chttp_json_writer_destroy`.
///
/// @return 0 or CHTTP_EMEMORY.
int chttp_json_writer_create(chttp_json_writer *_Nullable *_Nonnull writer);

/// Ends `writer` and what it has written.
void chttp_json_writer_destroy(chttp_json_writer *_Nullable writer);

/// Begins an object. Nesting deeper than 256 is CHTTP_EJSON_DEPTH.
void chttp_json_writer_begin_object(chttp_json_writer *_Nonnull writer);

/// Ends the innermost object.
void chttp_json_writer_end_object(chttp_json_writer *_Nonnull writer);

/// Begins an array.
void chttp_json_writer_begin_array(chttp_json_writer *_Nonnull writer);

/// Ends the innermost array.
void chttp_json_writer_end_array(chttp_json_writer *_Nonnull writer);

/// Writes the key of the next member. Keys are not checked for duplicates.
void chttp_json_writer_key(chttp_json_writer *_Nonnull writer, const uint8_t *_Nonnull bytes, size_t length);

/// Writes a string. Each maximal piece of malformed UTF-8 becomes U+FFFD and is counted.
void chttp_json_writer_string(chttp_json_writer *_Nonnull writer, const uint8_t *_Nonnull bytes, size_t length);

/// Writes a signed integer; beyond ±2^53 as a string of its decimal digits.
void chttp_json_writer_signed(chttp_json_writer *_Nonnull writer, int64_t value);

/// Writes an unsigned integer; beyond 2^53 as a string of its decimal digits.
void chttp_json_writer_unsigned(chttp_json_writer *_Nonnull writer, uint64_t value);

/// Writes a number with the fewest digits that give it back; "NaN", "Infinity" and "-Infinity" as strings.
void chttp_json_writer_real(chttp_json_writer *_Nonnull writer, double value);

/// Writes `true` or `false`.
void chttp_json_writer_boolean(chttp_json_writer *_Nonnull writer, bool value);

/// Writes `null`.
void chttp_json_writer_null(chttp_json_writer *_Nonnull writer);

/// Writes a value that is JSON text already, without looking at it.
void chttp_json_writer_raw(chttp_json_writer *_Nonnull writer, const uint8_t *_Nonnull bytes, size_t length);

/// How many pieces of malformed UTF-8 were replaced so far.
size_t chttp_json_writer_replacement_count(const chttp_json_writer *_Nonnull writer);

/// The finished text; lives as long as the writer, which can then be used for nothing else.
///
/// @return 0, CHTTP_ESTATE when the text is not one complete value, or the first error.
int chttp_json_writer_take(
    chttp_json_writer *_Nonnull writer, const uint8_t *_Nullable *_Nonnull bytes, size_t *_Nonnull length);

#endif
