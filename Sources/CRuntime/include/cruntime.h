// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CRUNTIME_H
#define CRUNTIME_H

#include <stdbool.h>

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

#endif
