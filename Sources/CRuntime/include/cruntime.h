// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CRUNTIME_H
#define CRUNTIME_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
