// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CRUNTIME_H
#define CRUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cruntime_code.h"
#include "cruntime_image.h"
#include "cruntime_symbols.h"

// Entry points of the Swift runtime that compiled code calls but that Swift cannot name. They are declared in C because
// the Swift compiler reserves their symbols.

/// Adds one strong reference unless the object's deinitialisation has begun.
/// @return the object, or NULL.
void *_Nullable swift_tryRetain(void *_Nullable object);

/// Whether the object's deinitialisation has begun. The caller keeps its memory allocated, for example by an unowned
/// reference.
bool swift_isDeallocating(void *_Nullable object);

/// Adds one unowned reference, which keeps the object's memory allocated but not the object alive.
void *_Nullable swift_unownedRetain(void *_Nullable object);

/// Removes one unowned reference.
void swift_unownedRelease(void *_Nullable object);

/// Counts the other conforming types of each protocol to which a class itself conforms, and returns the lowest count.
/// Considers at most 8 protocols. Reads every conformance in the process: about a millisecond.
/// @param class_metadata the class.
/// @param ignored_protocol descriptor of a protocol that does not count.
/// @return UINTPTR_MAX for a class without conformances of its own.
uintptr_t cruntime_fewest_other_conformers(const void *_Nonnull class_metadata, const void *_Nullable ignored_protocol);

/// Number of strong references to an object, including its own.
size_t swift_retainCount(void *_Nullable object);

/// Number of unowned references to an object, including one of its own.
size_t swift_unownedRetainCount(void *_Nullable object);

/// Number of weak references to an object, including one of its own.
size_t swift_weakRetainCount(void *_Nullable object);

/// Makes `*reference` a weak reference to an object, which permanently gets a side table.
void *_Nullable swift_weakInit(void *_Nullable *_Nonnull reference, void *_Nullable object);

/// Destroys a weak reference.
void swift_weakDestroy(void *_Nullable *_Nonnull reference);

/// Size in bytes of an instance of a class, including its header: the standard library's
/// `_class_getInstancePositiveExtentSize`, which inlined code of `ManagedBuffer` calls.
__attribute__((swiftcall)) intptr_t cruntime_instance_size(const void *_Nonnull type)
    __asm__("$ss36_class_getInstancePositiveExtentSizeySiyXlXpF");

/// Reads one word of memory that other threads may be writing. Unsynchronised, and not checked by sanitizers.
uintptr_t cruntime_word(const void *_Nonnull address);

/// What became of a copy of memory.
typedef enum {
    CRUNTIME_COPIED,
    /// Part of the memory is not there, or must not be read.
    CRUNTIME_UNREADABLE,
    /// The system copies no memory for this process: it refuses to, and no descriptor is left for the other way.
    CRUNTIME_REFUSED,
} cruntime_copying;

/// Copies memory of this process that may be unmapped. Keeps `errno`.
cruntime_copying cruntime_try_copy(uintptr_t address, void *_Nonnull into, size_t length);

/// Copies memory as `cruntime_try_copy` does.
/// @return whether all of it could be read.
bool cruntime_copy(uintptr_t address, void *_Nonnull into, size_t length);

/// Copies memory as `cruntime_try_copy` does, in pieces of 4 KiB, up to the first that can't be copied.
/// @param take is called with each piece, which is on the stack.
cruntime_copying cruntime_copy_pieces(
    uintptr_t address,
    size_t length,
    void *_Nonnull context,
    void (*_Nonnull take)(void *_Nonnull context, const void *_Nonnull piece, size_t length)
);

/// Writes the demangled name of a symbol into `text`, cut to `size` bytes including the terminating 0.
/// @return false if it is not a Swift symbol.
bool cruntime_demangle(const char *_Nonnull name, char *_Nonnull text, size_t size);

/// How a stored property refers to its value.
typedef enum {
    /// It is the value, or retains it.
    CRUNTIME_STRONG,
    /// `weak`: loading it retains the object, and can make the reader its last owner.
    CRUNTIME_WEAK,
    /// `unowned`: loading it after the object is gone stops the program.
    CRUNTIME_UNOWNED,
    /// `unowned(unsafe)`: loading it after the object is gone uses freed memory.
    CRUNTIME_UNMANAGED,
} cruntime_reference;

/// A stored property as its type declares it.
typedef struct {
    const char *_Nullable name;
    cruntime_reference reference;
} cruntime_field;

/// Reads what a struct or class declares about one of its stored properties; those of a superclass don't count.
/// @return false if there is none with that index, or if the type was compiled without reflection metadata.
bool cruntime_field_at(const void *_Nonnull type, size_t index, cruntime_field *_Nonnull field);

/// Whether the current code is isolated to a serial executor. With flags 0 it returns the answer instead of stopping
/// the program.
__attribute__((swiftcall)) bool swift_task_isCurrentExecutorWithFlags(
    uintptr_t identity, uintptr_t implementation, uint64_t flags);

/// The task that the current code runs in, NULL outside of tasks.
__attribute__((swiftcall)) const void *_Nullable swift_task_getCurrent(void);

/// The number of a task. The runtime counts tasks from 1 and never reuses a number.
__attribute__((swiftcall)) uint64_t swift_task_getJobTaskId(const void *_Nonnull task);

/// The name given to the current task, NUL-terminated and valid as long as the task; NULL without one.
__attribute__((swiftcall)) const char *_Nullable swift_task_getCurrentTaskName(void);

/// Where the current task, or else the thread, keeps the value of a task-local variable; NULL when it has none.
///
/// @param key the address of the `TaskLocal`.
__attribute__((swiftcall)) const void *_Nullable swift_task_localValueGet(const void *_Nonnull key);

#endif
