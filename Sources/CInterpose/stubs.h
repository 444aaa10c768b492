// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CINTERPOSE_STUBS_H
#define CINTERPOSE_STUBS_H

// Included by C and assembly.

/// Bytes of stubs that are made at once: a page of the largest size that Linux has on this machine, because code and
/// slots, which follow it, have different protections.
#if defined(__aarch64__)
#define CINTERPOSE__CODE_SIZE 65536
#else
#define CINTERPOSE__CODE_SIZE 4096
#endif

/// Bytes of the two stubs of a slot, and of a slot.
#define CINTERPOSE__STUB_SIZE 32
#define CINTERPOSE__SLOT_SIZE 64

#endif
