// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "thread_sanitizer_support.h"

bool thread_sanitizer_is_active(void) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
    return true;
#endif
#endif
    return false;
}
