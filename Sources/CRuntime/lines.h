// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CRUNTIME_LINES_H
#define CRUNTIME_LINES_H

#include <stddef.h>
#include <stdint.h>

/// Bytes of a section; empty when the file has none.
typedef struct {
    const uint8_t *bytes;
    size_t size;
} cruntime__section;

/// A run of instructions without gaps, and the unit of the table with its lines.
typedef struct {
    uint64_t start, end, unit;
} cruntime__sequence;

/// A table of lines (DWARF 5, "Line Number Information"), by address.
typedef struct {
    cruntime__section lines, line_texts, texts;
    /// In ascending order of their starts.
    cruntime__sequence *sequences;
    size_t count;
} cruntime__lines;

/// Finds the sequences of a table whose sections are set.
void cruntime__lines_read(cruntime__lines *lines);

/// Frees the sequences.
void cruntime__lines_free(cruntime__lines *lines);

/// See `cruntime_symbols_line`.
uint32_t cruntime__lines_find(
    const cruntime__lines *lines, uint64_t offset, uint64_t start, char *path, size_t size
);

#endif
