// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef THREAD_SANITIZER_SUPPORT_H
#define THREAD_SANITIZER_SUPPORT_H

// No functions to call: linking the target into a test bundle suffices.

#endif
