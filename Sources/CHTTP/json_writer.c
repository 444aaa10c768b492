// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Writing JSON: jansson prints every string and every number, this file puts the structure around them. So a list
// of a thousand records is never a tree in memory, records that are JSON already go in as they are, and each real
// gets the precision that it needs, where jansson knows one precision for a whole text.

#include "internal.h"

#include "utf8.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_LIMIT = 256 };

/// Beyond ±2^53 a double, and so a browser, loses the last digits.
static const int64_t INTEGER_LIMIT = (int64_t)1 << 53;

typedef enum place {
    PLACE_ELEMENT,  // in an array, or the text itself
    PLACE_KEY,      // in an object, a key or its end is next
    PLACE_VALUE,    // in an object, after a key
} place;

struct chttp_json_writer {
    char *bytes;
    size_t length;
    size_t capacity;
    char *scratch;  // a string with its malformed pieces replaced
    size_t scratch_capacity;
    size_t replacement_count;
    int error;
    size_t depth;
    bool is_filled[DEPTH_LIMIT + 1];  // whether the container has an element; of depth 0: whether the text is there
    uint8_t places[DEPTH_LIMIT + 1];
};

int chttp_json_writer_create(chttp_json_writer **writer) {
    *writer = calloc(1, sizeof **writer);
    return *writer ? CHTTP_OK : CHTTP_EMEMORY;
}

void chttp_json_writer_destroy(chttp_json_writer *writer) {
    if (!writer) return;
    free(writer->bytes);
    free(writer->scratch);
    free(writer);
}

// MARK: - Output

static void fail(chttp_json_writer *writer, int error) {
    if (writer->error == CHTTP_OK) writer->error = error;
}

static bool reserve(chttp_json_writer *writer, size_t length) {
    if (writer->capacity - writer->length >= length) return true;
    size_t capacity = writer->capacity ? writer->capacity : 1024;
    while (capacity - writer->length < length) capacity *= 2;
    char *grown = realloc(writer->bytes, capacity);
    if (!grown) {
        fail(writer, CHTTP_EMEMORY);
        return false;
    }
    writer->bytes = grown;
    writer->capacity = capacity;
    return true;
}

static void put(chttp_json_writer *writer, const char *bytes, size_t length) {
    if (!reserve(writer, length)) return;
    memcpy(writer->bytes + writer->length, bytes, length);
    writer->length += length;
}

/// Prints `value` and gives it up; null is what jansson returns when it could not make one.
static void put_scalar(chttp_json_writer *writer, json_t *value, size_t flags) {
    flags |= JSON_ENCODE_ANY | JSON_COMPACT;
    reserve(writer, 64);
    size_t room = writer->capacity - writer->length;
    size_t length = value ? json_dumpb(value, writer->bytes + writer->length, room, flags) : 0;
    if (length > room) {
        if (reserve(writer, length)) json_dumpb(value, writer->bytes + writer->length, length, flags);
    }
    json_decref(value);
    // jansson returns 0 for every failure; memory is the only cause left, all values are checked before.
    if (length == 0) fail(writer, CHTTP_EMEMORY);
    if (writer->error == CHTTP_OK) writer->length += length;
}

// MARK: - Structure

/// Puts the comma before a value or key where one belongs. False when nothing may stand here.
static bool open_slot(chttp_json_writer *writer, place wanted) {
    if (writer->error != CHTTP_OK) return false;
    size_t depth = writer->depth;
    place current = (place)writer->places[depth];
    bool is_second_text = depth == 0 && writer->is_filled[0];
    if (is_second_text || (wanted == PLACE_KEY) != (current == PLACE_KEY)) {
        fail(writer, CHTTP_ESTATE);
        return false;
    }
    if (current == PLACE_VALUE) {
        writer->places[depth] = PLACE_KEY;
        return true;
    }
    if (writer->is_filled[depth]) put(writer, ",", 1);
    writer->is_filled[depth] = true;
    return writer->error == CHTTP_OK;
}

static void begin(chttp_json_writer *writer, const char *bracket, place place) {
    if (!open_slot(writer, PLACE_ELEMENT)) return;
    if (writer->depth == DEPTH_LIMIT) return fail(writer, CHTTP_EJSON_DEPTH);
    writer->depth++;
    writer->is_filled[writer->depth] = false;
    writer->places[writer->depth] = (uint8_t)place;
    put(writer, bracket, 1);
}

static void end(chttp_json_writer *writer, const char *bracket, place place) {
    if (writer->error != CHTTP_OK) return;
    if (writer->depth == 0 || writer->places[writer->depth] != place) return fail(writer, CHTTP_ESTATE);
    writer->depth--;
    put(writer, bracket, 1);
}

void chttp_json_writer_begin_object(chttp_json_writer *writer) { begin(writer, "{", PLACE_KEY); }

void chttp_json_writer_end_object(chttp_json_writer *writer) { end(writer, "}", PLACE_KEY); }

void chttp_json_writer_begin_array(chttp_json_writer *writer) { begin(writer, "[", PLACE_ELEMENT); }

void chttp_json_writer_end_array(chttp_json_writer *writer) { end(writer, "]", PLACE_ELEMENT); }

// MARK: - Strings

/// Copies into the scratch memory with each malformed piece replaced. Returns the length; null scratch on failure.
static size_t sanitize(chttp_json_writer *writer, const uint8_t *bytes, size_t length) {
    static const char replacement[] = "\xEF\xBF\xBD";
    size_t worst = length * (sizeof replacement - 1);
    if (worst > writer->scratch_capacity) {
        free(writer->scratch);
        writer->scratch = malloc(worst);
        writer->scratch_capacity = writer->scratch ? worst : 0;
        if (!writer->scratch) return 0;
    }
    size_t written = 0;
    for (size_t index = 0; index < length;) {
        bool is_valid;
        size_t step = chttp__utf8_scan(bytes + index, length - index, &is_valid);
        size_t count = is_valid ? step : sizeof replacement - 1;
        memcpy(writer->scratch + written, is_valid ? (const char *)bytes + index : replacement, count);
        writer->replacement_count += !is_valid;
        written += count;
        index += step;
    }
    return written;
}

static void put_text(chttp_json_writer *writer, const uint8_t *bytes, size_t length) {
    const char *text = (const char *)bytes;
    if (!chttp__utf8_is_valid(bytes, length)) {
        length = sanitize(writer, bytes, length);
        if (!writer->scratch) return fail(writer, CHTTP_EMEMORY);
        text = writer->scratch;
    }
    put_scalar(writer, json_stringn_nocheck(text, length), 0);
}

void chttp_json_writer_key(chttp_json_writer *writer, const uint8_t *bytes, size_t length) {
    if (!open_slot(writer, PLACE_KEY)) return;
    put_text(writer, bytes, length);
    put(writer, ":", 1);
    writer->places[writer->depth] = PLACE_VALUE;
}

void chttp_json_writer_string(chttp_json_writer *writer, const uint8_t *bytes, size_t length) {
    if (open_slot(writer, PLACE_ELEMENT)) put_text(writer, bytes, length);
}

// MARK: - Other scalars

static void put_digits(chttp_json_writer *writer, const char *digits) {
    put_scalar(writer, json_stringn_nocheck(digits, strlen(digits)), 0);
}

void chttp_json_writer_signed(chttp_json_writer *writer, int64_t value) {
    if (!open_slot(writer, PLACE_ELEMENT)) return;
    if (value >= -INTEGER_LIMIT && value <= INTEGER_LIMIT) return put_scalar(writer, json_integer(value), 0);
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, value);
    put_digits(writer, digits);
}

void chttp_json_writer_unsigned(chttp_json_writer *writer, uint64_t value) {
    if (!open_slot(writer, PLACE_ELEMENT)) return;
    if (value <= (uint64_t)INTEGER_LIMIT) return put_scalar(writer, json_integer((int64_t)value), 0);
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    put_digits(writer, digits);
}

/// The fewest significant digits that give `value` back.
static size_t shortest_precision(double value) {
    for (int precision = 1; precision < 17; precision++) {
        char digits[40];
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value) return (size_t)precision;
    }
    return 17;
}

void chttp_json_writer_real(chttp_json_writer *writer, double value) {
    if (!open_slot(writer, PLACE_ELEMENT)) return;
    if (isnan(value)) return put_digits(writer, "NaN");
    if (isinf(value)) return put_digits(writer, value < 0 ? "-Infinity" : "Infinity");
    put_scalar(writer, json_real(value), JSON_REAL_PRECISION(shortest_precision(value)));
}

void chttp_json_writer_boolean(chttp_json_writer *writer, bool value) {
    if (open_slot(writer, PLACE_ELEMENT)) put_scalar(writer, json_boolean(value), 0);
}

void chttp_json_writer_null(chttp_json_writer *writer) {
    if (open_slot(writer, PLACE_ELEMENT)) put_scalar(writer, json_null(), 0);
}

void chttp_json_writer_raw(chttp_json_writer *writer, const uint8_t *bytes, size_t length) {
    if (open_slot(writer, PLACE_ELEMENT)) put(writer, (const char *)bytes, length);
}

// MARK: - Result

size_t chttp_json_writer_replacement_count(const chttp_json_writer *writer) { return writer->replacement_count; }

int chttp_json_writer_take(chttp_json_writer *writer, const uint8_t **bytes, size_t *length) {
    *bytes = NULL;
    *length = 0;
    if (writer->error != CHTTP_OK) return writer->error;
    if (writer->depth > 0 || !writer->is_filled[0]) return CHTTP_ESTATE;
    *bytes = (const uint8_t *)writer->bytes;
    *length = writer->length;
    return CHTTP_OK;
}
