// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CPRELOAD_H
#define CPRELOAD_H

// The library that `inspector-server exec` preloads into a program. It waits until the program is about to enter `main`,
// loads the inspector's library, and tells it of images that are loaded later. Programs that don't need the Swift runtime
// run on as if they were alone.

/// The variable with the inspection's settings, one `NAME=value` on each line. It is removed from the environment before
/// the program reads it, unless the settings have `CPRELOAD_CHILDREN`.
#define CPRELOAD_SETTINGS "INSPECTOR_EXEC"

/// The variable with what `LD_PRELOAD` was before; unset if that was. It goes when the settings go.
#define CPRELOAD_OTHERS "INSPECTOR_EXEC_PRELOAD"

/// The setting, 1 or 0, whether programs that the program starts are inspected too.
#define CPRELOAD_CHILDREN "INSPECTOR_CHILDREN"

/// The setting that has the program's protocols listed, and the process ended in place of a run.
#define CPRELOAD_LISTING "INSPECTOR_LIST"

/// The setting with the path of the only Swift runtime that the inspector's library can use.
#define CPRELOAD_RUNTIME "INSPECTOR_RUNTIME"

/// The functions of the inspector's library.
#define CPRELOAD_BEGIN "inspector_begin"
#define CPRELOAD_ATTACH "inspector_attach"
#define CPRELOAD_DETACH "inspector_detach"
#define CPRELOAD_IMAGES_CHANGED "inspector_images_changed"
#define CPRELOAD_LIST "inspector_list"

#endif
