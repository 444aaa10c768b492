// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Sends this thread a signal whose handler runs `body`. Returns how often memory was allocated meanwhile; if the handler
/// ends the process, it ends with 99 if any was.
int counting_in_handler(void (*_Nonnull body)(void));
