// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CRUNTIME_SYMBOLS_H
#define CRUNTIME_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The functions and lines of the program's file, or of a library that it has loaded, for finding them by address.
///
/// Reads the symbol table and, if there is one, the table of lines (DWARF 2 to 5, uncompressed). The file is not
/// trusted: nothing outside of it is read, and impossible tables give no lines. Never changes once it is open, so any
/// number of threads can use it.
typedef struct cruntime_symbols cruntime_symbols;

/// Opens the file of the image with code at `address`. Reads all of its tables: up to some 100 ms for a large program
/// with debug information.
/// @return NULL when there is no such image or its file cannot be read. Any thread.
cruntime_symbols *_Nullable cruntime_symbols_open(uintptr_t address);

/// Closes the file and invalidates all names returned for it.
void cruntime_symbols_close(cruntime_symbols *_Nonnull symbols);

/// Whether the image that was opened is still loaded where it was, and no other one in its place. Any thread.
bool cruntime_symbols_are_loaded(const cruntime_symbols *_Nonnull symbols);

/// Mangled name of the function with the code at `offset`, and the offset at which it begins.
/// @return NULL when no symbol covers it.
const char *_Nullable cruntime_symbols_function(
    const cruntime_symbols *_Nonnull symbols, uint64_t offset, uint64_t *_Nonnull start
);

/// Writes the path of the source file with the code at `offset`, cut to `size` bytes including the terminating 0.
///
/// Code that the compiler made itself has no line; it is given the nearest one before it, not before `start`.
/// @return the line, from 1; 0 when it is not known.
uint32_t cruntime_symbols_line(
    const cruntime_symbols *_Nonnull symbols, uint64_t offset, uint64_t start, char *_Nonnull path, size_t size
);

/// A number that is another one whenever an image may have taken the place of another: 0 until the program closes a
/// library, larger with each one that it opens or closes from then on. Any thread.
uint64_t cruntime_image_changes(void);

/// Calls `visit` with each image: where its code begins and ends, the difference between its addresses and the offsets
/// in its file, and its path; the program's own path is empty. Any thread.
void cruntime_each_image(
    void *_Nullable context,
    void (*_Nonnull visit)(
        void *_Nullable context, uintptr_t start, uintptr_t end, uintptr_t base, const char *_Nonnull path
    )
);

#endif
