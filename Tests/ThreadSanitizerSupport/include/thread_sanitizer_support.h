// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef THREAD_SANITIZER_SUPPORT_H
#define THREAD_SANITIZER_SUPPORT_H

#include <stdbool.h>

/// Whether the tests run under the thread sanitizer. It supports neither child processes that start threads without
/// exec nor threads that end while it reports.
bool thread_sanitizer_is_active(void);

#endif
