// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CHTTP_DESCRIPTORS_H
#define CHTTP_DESCRIPTORS_H

/// The low numbers of descriptors that were free, occupied for a while.
typedef struct chttp_low_numbers chttp_low_numbers;

/// Occupies all free numbers below 512, or below half of what the process may have, so that what is opened meanwhile
/// gets higher ones. Other threads get higher ones too. Any thread; null if memory is exhausted.
///
/// `chttp_server_start` does so for the descriptors of the server.
chttp_low_numbers *_Nullable chttp_low_numbers_take(void);

/// Frees the numbers.
void chttp_low_numbers_give_back(chttp_low_numbers *_Nullable taken);

#endif
