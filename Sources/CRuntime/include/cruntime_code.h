// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CRUNTIME_CODE_H
#define CRUNTIME_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Recognises a few forms of machine code. It works on copies of the code, so it can be tested on any machine.

/// Instruction set of some code.
typedef enum { CRUNTIME_X86_64, CRUNTIME_AARCH64, CRUNTIME_OTHER } cruntime_machine;

/// The instruction set that this program runs on.
cruntime_machine cruntime_machine_current(void);

/// Most addresses stored per function.
#define CRUNTIME_CALL_LIMIT 24

/// The effects of a short function, as far as its instructions show them.
typedef struct {
    /// It returns and does nothing else.
    bool returns_at_once;
    /// It looks up a function in the class of `self` and makes no other call.
    bool dispatches;
    /// Number of addresses in `calls`.
    size_t call_count;
    /// Addresses that it calls or jumps to. On x86-64, some may come from bytes that only look like an instruction.
    uintptr_t calls[CRUNTIME_CALL_LIMIT];
    /// Number of addresses in `slots`.
    size_t slot_count;
    /// Addresses of the pointers through which it calls or jumps.
    uintptr_t slots[CRUNTIME_CALL_LIMIT];
} cruntime_code;

/// Alignment of functions in bytes.
#define CRUNTIME_ALIGNMENT 16

/// Analyses `size` bytes of code that the program has at `address`.
void cruntime_code_read(
    cruntime_machine machine, const uint8_t *_Nonnull bytes, size_t size, uintptr_t address, cruntime_code *_Nonnull code
);

/// Whether a function may refer to something by its distance, so that the same bytes elsewhere are not the same function.
/// True for some that don't.
bool cruntime_code_may_refer(cruntime_machine machine, const uint8_t *_Nonnull bytes, size_t size);

/// Address of the pointer through which a procedure linkage table stub jumps, 0 for other code.
uintptr_t cruntime_code_stub_slot(
    cruntime_machine machine, const uint8_t *_Nonnull bytes, size_t size, uintptr_t address
);

/// Size of a function whose symbol does not tell it.
/// @param bytes `CRUNTIME_ALIGNMENT` bytes before the function, and what follows them.
/// @param size number of bytes from the function on.
/// @return the number of bytes up to the padding, the return or the jump before an aligned address; 0 when no function
/// seems to begin there, or its end is not seen. Never more than the function, but less if it contains such a place.
size_t cruntime_code_extent(cruntime_machine machine, const uint8_t *_Nonnull bytes, size_t size);

#endif
