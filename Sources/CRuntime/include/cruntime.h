// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CRUNTIME_H
#define CRUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cruntime_code.h"
#include "cruntime_image.h"

// Entry points of the Swift runtime that compiled code calls and that have no name in Swift. They are declared here, in
// C, since the compiler takes their symbols for its own.

/// Adds one strong reference unless the object's deinitialisation has begun.
/// @return the object, or NULL.
void *_Nullable swift_tryRetain(void *_Nullable object);

/// Whether the object's deinitialisation has begun. Its memory has to be held, by an unowned reference for one.
bool swift_isDeallocating(void *_Nullable object);

/// Adds one unowned reference: it keeps the memory of the object, not the object.
void *_Nullable swift_unownedRetain(void *_Nullable object);

/// Takes one unowned reference away.
void swift_unownedRelease(void *_Nullable object);

/// Of the protocols that a class itself conforms to, takes the one with the fewest other conforming types in the
/// process, and counts these. Reads every conformance in the process: about a millisecond.
/// @param class_metadata the class.
/// @param ignored_protocol descriptor of a protocol that does not count.
/// @return UINTPTR_MAX for a class that conforms to nothing by itself.
uintptr_t cruntime_fewest_other_conformers(const void *_Nonnull class_metadata, const void *_Nullable ignored_protocol);

/// Strong references to an object, its own included.
size_t swift_retainCount(void *_Nullable object);

/// Unowned references to an object, one of its own included.
size_t swift_unownedRetainCount(void *_Nullable object);

/// Weak references to an object, one of its own included.
size_t swift_weakRetainCount(void *_Nullable object);

/// Makes `*reference` a weak reference to an object, which has a side table from then on.
void *_Nullable swift_weakInit(void *_Nullable *_Nonnull reference, void *_Nullable object);

/// Ends a weak reference.
void swift_weakDestroy(void *_Nullable *_Nonnull reference);

/// Bytes of an instance of a class, its header included: the standard library's `_class_getInstancePositiveExtentSize`,
/// which inlined code of `ManagedBuffer` calls.
__attribute__((swiftcall)) intptr_t cruntime_instance_size(const void *_Nonnull type)
    __asm__("$ss36_class_getInstancePositiveExtentSizeySiyXlXpF");

/// One word of memory that other threads may be writing. Nothing is synchronised, and no sanitizer looks.
uintptr_t cruntime_word(const void *_Nonnull address);

/// Copies memory of this process that may not be there any more.
/// @return whether all of it could be read.
bool cruntime_copy(uintptr_t address, void *_Nonnull into, size_t length);

/// Writes what a symbol stands for into `text`, cut to `size` bytes with the 0 at the end.
/// @return false for what is no symbol of Swift.
bool cruntime_demangle(const char *_Nonnull name, char *_Nonnull text, size_t size);

/// Whether code that runs now is isolated to a serial executor. With 0 as its flags, it answers and does not stop the
/// program.
__attribute__((swiftcall)) bool swift_task_isCurrentExecutorWithFlags(
    uintptr_t identity, uintptr_t implementation, uint64_t flags);

#endif
