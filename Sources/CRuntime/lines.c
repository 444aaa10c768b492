// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "lines.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: Reading

/// A place in a section. Once a read goes past the end, everything reads as 0 and `is_bad` is set.
typedef struct {
    const uint8_t *at, *end;
    bool is_bad;
} cursor;

static bool has(cursor *cursor, uint64_t size) {
    if ((uint64_t)(cursor->end - cursor->at) >= size) return true;
    cursor->is_bad = true;
    cursor->at = cursor->end;
    return false;
}

static void skip(cursor *cursor, uint64_t size) {
    if (has(cursor, size)) cursor->at += size;
}

/// A number of 1, 2, 4 or 8 bytes, in the byte order of both machines that we know.
static uint64_t number(cursor *cursor, size_t size) {
    uint64_t value = 0;
    if (size > sizeof value || !has(cursor, size)) return 0;
    memcpy(&value, cursor->at, size);
    cursor->at += size;
    return value;
}

static uint64_t uleb(cursor *cursor) {
    uint64_t value = 0;
    for (unsigned shift = 0; has(cursor, 1); shift += 7) {
        uint8_t byte = *cursor->at++;
        if (shift < 64) value |= (uint64_t)(byte & 0x7F) << shift;
        if (!(byte & 0x80)) return value;
    }
    return 0;
}

static int64_t sleb(cursor *cursor) {
    uint64_t value = 0;
    for (unsigned shift = 0; has(cursor, 1);) {
        uint8_t byte = *cursor->at++;
        if (shift < 64) value |= (uint64_t)(byte & 0x7F) << shift;
        shift += 7;
        if (byte & 0x80) continue;
        if (shift < 64 && (byte & 0x40)) value |= ~(uint64_t)0 << shift;
        return (int64_t)value;
    }
    return 0;
}

static const char *text(cursor *cursor) {
    const uint8_t *end = memchr(cursor->at, 0, (size_t)(cursor->end - cursor->at));
    if (!end) {
        cursor->is_bad = true;
        cursor->at = cursor->end;
        return "";
    }
    const char *text = (const char *)cursor->at;
    cursor->at = end + 1;
    return text;
}

static const char *text_at(cruntime__section section, uint64_t offset) {
    if (offset >= section.size || !memchr(section.bytes + offset, 0, section.size - offset)) return "";
    return (const char *)section.bytes + offset;
}

// MARK: Units

/// A unit of the table: its header, and the program that makes its rows.
typedef struct {
    cursor program, directories, files;
    const uint8_t *operand_counts;
    size_t offset_size;
    uint64_t directory_count, file_count;
    int version;
    uint8_t least_size, operations, line_range, first_special;
    int8_t line_base;
} unit;

/// How the entries of a list of names are encoded (version 5).
typedef struct {
    uint64_t content[8], form[8];
    size_t count;
} format;

static format read_format(cursor *cursor) {
    format format = {.count = number(cursor, 1)};
    if (format.count > 8) {
        cursor->is_bad = true;
        format.count = 0;
    }
    for (size_t index = 0; index < format.count; index++) {
        format.content[index] = uleb(cursor);
        format.form[index] = uleb(cursor);
    }
    return format;
}

enum {
    FORM_BLOCK = 0x09,
    FORM_DATA1 = 0x0B,
    FORM_DATA2 = 0x05,
    FORM_DATA4 = 0x06,
    FORM_DATA8 = 0x07,
    FORM_DATA16 = 0x1E,
    FORM_UDATA = 0x0F,
    FORM_STRING = 0x08,
    FORM_STRP = 0x0E,
    FORM_LINE_STRP = 0x1F,
    CONTENT_PATH = 1,
    CONTENT_DIRECTORY = 2,
};

/// Reads one name of a list, and the directory that it is in.
static const char *read_entry(
    const cruntime__lines *lines, const unit *unit, cursor *cursor, const format *format, uint64_t *directory
) {
    const char *path = "";
    for (size_t index = 0; index < format->count && !cursor->is_bad; index++) {
        const char *found = "";
        uint64_t value = 0;
        switch (format->form[index]) {
        case FORM_STRING: found = text(cursor); break;
        case FORM_STRP: found = text_at(lines->texts, number(cursor, unit->offset_size)); break;
        case FORM_LINE_STRP: found = text_at(lines->line_texts, number(cursor, unit->offset_size)); break;
        case FORM_DATA1: value = number(cursor, 1); break;
        case FORM_DATA2: value = number(cursor, 2); break;
        case FORM_DATA4: value = number(cursor, 4); break;
        case FORM_DATA8: value = number(cursor, 8); break;
        case FORM_DATA16: skip(cursor, 16); break;
        case FORM_UDATA: value = uleb(cursor); break;
        case FORM_BLOCK: skip(cursor, uleb(cursor)); break;
        default: cursor->is_bad = true;
        }
        if (format->content[index] == CONTENT_PATH) path = found;
        if (format->content[index] == CONTENT_DIRECTORY) *directory = value;
    }
    return path;
}

/// Passes over a list of names, and returns the range that it takes.
static cursor pass_list(const cruntime__lines *lines, const unit *unit, cursor *cursor, uint64_t *count) {
    __typeof__(*cursor) list = *cursor;
    format format = read_format(cursor);
    *count = uleb(cursor);
    if (format.count == 0) *count = 0;
    uint64_t directory = 0;
    for (uint64_t index = 0; index < *count && !cursor->is_bad; index++) {
        read_entry(lines, unit, cursor, &format, &directory);
    }
    list.end = cursor->at;
    return list;
}

/// The same for versions before 5, where an empty name ends a list.
static cursor pass_old_list(cursor *cursor, bool has_facts) {
    __typeof__(*cursor) list = *cursor;
    while (!cursor->is_bad && *text(cursor) != 0) {
        if (!has_facts) continue;
        for (int fact = 0; fact < 3; fact++) uleb(cursor);
    }
    list.end = cursor->at;
    return list;
}

/// Reads the header of the unit at the cursor, which passes over the whole unit.
/// @return whether the unit can be read.
static bool read_unit(const cruntime__lines *lines, cursor *cursor, unit *unit) {
    *unit = (__typeof__(*unit)){.offset_size = 4};
    uint64_t length = number(cursor, 4);
    if (length == 0xFFFFFFFF) {
        unit->offset_size = 8;
        length = number(cursor, 8);
    }
    if (!has(cursor, length)) return false;
    __typeof__(*cursor) head = {cursor->at, cursor->at + length, false};
    cursor->at += length;
    unit->version = (int)number(&head, 2);
    if (unit->version < 2 || unit->version > 5) return false;
    // The size of an address, and of a segment selector.
    if (unit->version == 5 && (number(&head, 1) != 8 || number(&head, 1) != 0)) return false;
    uint64_t header_length = number(&head, unit->offset_size);
    unit->program = head;
    skip(&unit->program, header_length);
    unit->least_size = (uint8_t)number(&head, 1);
    unit->operations = unit->version >= 4 ? (uint8_t)number(&head, 1) : 1;
    skip(&head, 1); // default_is_stmt
    unit->line_base = (int8_t)number(&head, 1);
    unit->line_range = (uint8_t)number(&head, 1);
    unit->first_special = (uint8_t)number(&head, 1);
    unit->operand_counts = head.at;
    // Machines that execute several operations in one instruction are not among ours.
    if (unit->line_range == 0 || unit->first_special == 0 || unit->operations != 1) return false;
    skip(&head, unit->first_special - 1u);
    if (unit->version == 5) {
        unit->directories = pass_list(lines, unit, &head, &unit->directory_count);
        unit->files = pass_list(lines, unit, &head, &unit->file_count);
    } else {
        unit->directories = pass_old_list(&head, false);
        unit->files = pass_old_list(&head, true);
    }
    return !head.is_bad && !unit->program.is_bad;
}

/// An entry of a list of names: its text, empty if there is none, and its directory.
static const char *entry(
    const cruntime__lines *lines, const unit *unit, bool is_file, uint64_t wanted, uint64_t *directory
) {
    cursor cursor = is_file ? unit->files : unit->directories;
    if (unit->version == 5) {
        format format = read_format(&cursor);
        uint64_t count = uleb(&cursor);
        if (wanted >= count) return "";
        const char *path = "";
        for (uint64_t index = 0; index <= wanted && !cursor.is_bad; index++) {
            path = read_entry(lines, unit, &cursor, &format, directory);
        }
        return cursor.is_bad ? "" : path;
    }
    // Before version 5, lists begin at 1; 0 is the directory of the compilation, which is not in this table.
    for (uint64_t index = 1; wanted > 0 && !cursor.is_bad; index++) {
        const char *path = text(&cursor);
        if (*path == 0) break;
        if (is_file) {
            *directory = uleb(&cursor);
            for (int fact = 0; fact < 2; fact++) uleb(&cursor);
        }
        if (index == wanted) return path;
    }
    return "";
}

// MARK: Rows

/// The registers of the state machine that are needed here.
typedef struct {
    uint64_t address, file, line;
    /// Whether the row is the end of a sequence, after its last instruction.
    bool ends;
} row;

static const row first_row = {.file = 1, .line = 1};

enum {
    STANDARD_COPY = 1,
    STANDARD_ADVANCE_PC,
    STANDARD_ADVANCE_LINE,
    STANDARD_SET_FILE,
    STANDARD_CONST_ADD_PC = 8,
    STANDARD_FIXED_ADVANCE_PC = 9,
    EXTENDED_END_SEQUENCE = 1,
    EXTENDED_SET_ADDRESS = 2,
};

static void advance_by_special(const unit *unit, row *row, unsigned code) {
    unsigned adjusted = code - unit->first_special;
    row->address += (uint64_t)(adjusted / unit->line_range) * unit->least_size;
    row->line += (uint64_t)(int64_t)(unit->line_base + (int)(adjusted % unit->line_range));
}

/// Executes the program up to the next row.
/// @return false at the end of the program.
static bool next_row(const unit *unit, cursor *program, row *row) {
    if (row->ends) *row = first_row;
    while (program->at < program->end && !program->is_bad) {
        unsigned code = (unsigned)number(program, 1);
        if (code >= unit->first_special) {
            advance_by_special(unit, row, code);
            return true;
        }
        switch (code) {
        case 0: {
            uint64_t size = uleb(program);
            if (size == 0 || !has(program, size)) return false;
            cursor operands = {program->at, program->at + size, false};
            program->at += size;
            uint64_t extended = number(&operands, 1);
            if (extended == EXTENDED_SET_ADDRESS) row->address = number(&operands, (size_t)size - 1);
            if (extended != EXTENDED_END_SEQUENCE) break;
            row->ends = true;
            return true;
        }
        case STANDARD_COPY: return true;
        case STANDARD_ADVANCE_PC: row->address += uleb(program) * unit->least_size; break;
        case STANDARD_ADVANCE_LINE: row->line += (uint64_t)sleb(program); break;
        case STANDARD_SET_FILE: row->file = uleb(program); break;
        case STANDARD_CONST_ADD_PC:
            row->address += (uint64_t)((255u - unit->first_special) / unit->line_range) * unit->least_size;
            break;
        case STANDARD_FIXED_ADVANCE_PC: row->address += number(program, 2); break;
        default:
            for (unsigned count = unit->operand_counts[code - 1]; count > 0; count--) uleb(program);
        }
    }
    return false;
}

// MARK: Sequences

static bool add(cruntime__lines *lines, size_t *capacity, cruntime__sequence sequence) {
    if (lines->count == *capacity) {
        size_t wanted = *capacity ? *capacity * 2 : 1024;
        cruntime__sequence *grown = realloc(lines->sequences, wanted * sizeof *grown);
        if (!grown) return false;
        lines->sequences = grown;
        *capacity = wanted;
    }
    lines->sequences[lines->count++] = sequence;
    return true;
}

static int by_start(const void *first, const void *second) {
    const cruntime__sequence *one = first, *other = second;
    return one->start < other->start ? -1 : one->start > other->start;
}

void cruntime__lines_read(cruntime__lines *lines) {
    if (!lines->lines.bytes) return;
    size_t capacity = 0;
    cursor cursor = {lines->lines.bytes, lines->lines.bytes + lines->lines.size, false};
    while (cursor.at < cursor.end && !cursor.is_bad) {
        uint64_t place = (uint64_t)(cursor.at - lines->lines.bytes);
        unit unit;
        if (!read_unit(lines, &cursor, &unit)) continue;
        row row = first_row;
        uint64_t start = UINT64_MAX;
        while (next_row(&unit, &unit.program, &row)) {
            if (row.address < start) start = row.address;
            if (!row.ends) continue;
            // The linker gives functions that it left out the address 0 or 1.
            if (start > 1 && start < row.address) {
                if (!add(lines, &capacity, (cruntime__sequence){start, row.address, place})) return;
            }
            start = UINT64_MAX;
        }
    }
    if (lines->count > 0) qsort(lines->sequences, lines->count, sizeof *lines->sequences, by_start);
}

void cruntime__lines_free(cruntime__lines *lines) {
    free(lines->sequences);
    lines->sequences = NULL;
    lines->count = 0;
}

/// The sequence with an offset; NULL if there is none.
static const cruntime__sequence *sequence(const cruntime__lines *lines, uint64_t offset) {
    size_t low = 0, high = lines->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lines->sequences[middle].start <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == 0 || offset >= lines->sequences[low - 1].end) return NULL;
    return &lines->sequences[low - 1];
}

static uint32_t write_path(
    const cruntime__lines *lines, const unit *unit, const row *row, char *path, size_t size
) {
    uint64_t number = 0;
    const char *name = entry(lines, unit, true, row->file, &number);
    // What the compiler made has no file.
    if (*name == 0 || *name == '<') return 0;
    const char *directory = *name == '/' ? "" : entry(lines, unit, false, number, &number);
    snprintf(path, size, "%s%s%s", directory, *directory ? "/" : "", name);
    return (uint32_t)row->line;
}

uint32_t cruntime__lines_find(
    const cruntime__lines *lines, uint64_t offset, uint64_t start, char *path, size_t size
) {
    const cruntime__sequence *found = sequence(lines, offset);
    if (!found) return 0;
    cursor cursor = {lines->lines.bytes + found->unit, lines->lines.bytes + lines->lines.size, false};
    unit unit;
    if (!read_unit(lines, &cursor, &unit)) return 0;
    row row = first_row, best = first_row;
    bool has_best = false;
    while (next_row(&unit, &unit.program, &row)) {
        bool is_inside = row.address >= found->start && row.address < found->end;
        if (is_inside && !row.ends && row.address <= offset && row.address >= start) {
            if (row.line > 0 && row.line <= INT32_MAX && (!has_best || row.address >= best.address)) {
                best = row;
                has_best = true;
            }
        }
    }
    return has_best ? write_path(lines, &unit, &best, path, size) : 0;
}
