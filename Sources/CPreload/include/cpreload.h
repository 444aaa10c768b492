// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CPRELOAD_H
#define CPRELOAD_H

// The library that `inspector-server exec` preloads into a program. It waits until the program is about to enter `main`,
// loads the inspector's library, and tells it of images that are loaded later. It is small and depends on nothing, so
// that a program whose runtime the inspector can't use runs on as if it were alone.

/// The variable with the inspection's settings, one `NAME=value` on each line. It is removed from the environment before
/// the program reads it.
#define CPRELOAD_SETTINGS "INSPECTOR_EXEC"

/// The functions of the inspector's library.
#define CPRELOAD_BEGIN "inspector_begin"
#define CPRELOAD_IMAGES_CHANGED "inspector_images_changed"

#endif
