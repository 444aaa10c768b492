// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CRUNTIME_IMAGE_H
#define CRUNTIME_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The symbols and code of the program's file, or of a library that it has loaded.
///
/// A file that has taken the name of the loaded one since is not opened: the two must have the same build ID. Without one,
/// the memory must be mapped from the file, or have the same code. Only bytes in the file's code segments are returned as
/// code, and only if the program has the same bytes in memory.
typedef struct cruntime_image cruntime_image;

/// Maps the file of the image with code at `address`.
/// @param is_replaced set to whether the image was refused because its file was replaced since it was loaded.
/// @return NULL when there is no such image or its file cannot be read. Any thread.
cruntime_image *_Nullable cruntime_image_open(uintptr_t address, bool *_Nullable is_replaced);

/// Whether the image that was opened is still loaded where it was, and no other one in its place. Any thread.
bool cruntime_image_is_loaded(const cruntime_image *_Nonnull image);

/// Whether the program has closed a library since it began.
bool cruntime_has_unloaded_images(void);

/// Unmaps the file and invalidates all pointers returned for it.
void cruntime_image_close(cruntime_image *_Nonnull image);

/// Whether `address` is in a code segment of the image.
bool cruntime_image_has_code(const cruntime_image *_Nonnull image, uintptr_t address);

/// The `size` bytes of code at `address`.
/// @return NULL when the range is not code of the image, or differs from the code in memory.
const uint8_t *_Nullable cruntime_image_code(const cruntime_image *_Nonnull image, uintptr_t address, size_t size);

/// Calls `visit` with every symbol at one of `count` addresses, which must be in ascending order.
///
/// The names stay valid until the image is closed. `size` is 0 when the symbol has no size.
void cruntime_image_each_symbol(
    const cruntime_image *_Nonnull image,
    const uintptr_t *_Nonnull addresses,
    size_t count,
    void *_Nullable context,
    void (*_Nonnull visit)(void *_Nullable context, uintptr_t address, const char *_Nonnull name, size_t size)
);

/// Calls `visit` with every function of the image that begins at `address`.
///
/// The names stay valid until the image is closed. `size` is 0 when the symbol has no size. The first call makes an
/// index of the image's functions, of 4 bytes for each. Any thread.
void cruntime_image_each_function_at(
    const cruntime_image *_Nonnull image,
    uintptr_t address,
    void *_Nullable context,
    void (*_Nonnull visit)(void *_Nullable context, uintptr_t address, const char *_Nonnull name, size_t size)
);

/// Calls `visit` with every function of the image whose name begins with `prefix`.
///
/// The names stay valid until the image is closed. `size` is 0 when the symbol has no size.
void cruntime_image_each_function(
    const cruntime_image *_Nonnull image,
    const char *_Nonnull prefix,
    void *_Nullable context,
    void (*_Nonnull visit)(void *_Nullable context, uintptr_t address, const char *_Nonnull name, size_t size)
);

/// Calls `visit` with every function of the image that has a size, and its offset in the image.
///
/// The names stay valid until the image is closed.
void cruntime_image_each_sized_function(
    const cruntime_image *_Nonnull image,
    void *_Nullable context,
    void (*_Nonnull visit)(void *_Nullable context, uint64_t offset, const char *_Nonnull name, size_t size)
);

/// The bytes of a section of the file, NULL when it has none of that name, or a compressed one.
const uint8_t *_Nullable cruntime_image_section(
    const cruntime_image *_Nonnull image, const char *_Nonnull name, size_t *_Nonnull size
);

/// Name of the imported function whose address the loader writes to `slot`, NULL when there is none.
const char *_Nullable cruntime_image_import(const cruntime_image *_Nonnull image, uintptr_t slot);

#endif
