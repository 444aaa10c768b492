// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

int initialised(void);
