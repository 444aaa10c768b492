// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "cruntime.h"
