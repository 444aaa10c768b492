// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What descriptors stand for, independent of their numbers.

#include "internal.h"

#include <sys/stat.h>

bool chttp__identify(int descriptor, chttp__identity *identity) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return false;
    *identity = (chttp__identity){.device = status.st_dev, .number = status.st_ino};
    return true;
}

bool chttp__has_identity(int descriptor, const chttp__identity *identity) {
    chttp__identity now;
    return chttp__identify(descriptor, &now) && now.device == identity->device && now.number == identity->number;
}
