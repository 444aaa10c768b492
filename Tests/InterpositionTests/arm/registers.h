// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef REGISTERS_H
#define REGISTERS_H

// Included by C and assembly.

/// Words at the end of the stack that are noted.
#define STACK_WORDS 24

// The layout of `registers`.
#define REGISTERS_SP 248
#define REGISTERS_VECTORS 256
#define REGISTERS_STACK 768
#define REGISTERS_SIZE (REGISTERS_STACK + 8 * STACK_WORDS)

/// What `async_record` asks for; not a multiple of 16.
#define ASYNC_CONTEXT_SIZE 40

#ifndef __ASSEMBLER__
#include "cinterpose.h"

/// What is in the registers, and at the end of the stack.
typedef struct {
    uint64_t general[31];
    uint64_t stack_pointer;
    uint64_t vectors[32][2];
    uint64_t stack[STACK_WORDS];
} registers;

/// What `call_with_registers` calls with, and what it gets back.
extern registers given, received;

/// What `note_registers` was called with, and what it returns.
extern registers arrived, answer;

/// Calls a function with the registers and the stack of `given`, except x16, x17 and x30. Notes the stack pointer in
/// `given`.
void call_with_registers(const void *function);

/// A function that notes its registers, except x17, and its stack. It returns with the registers of `answer`, as far as
/// Swift's convention allows a function to change them.
void note_registers(void);

/// Changes all registers that a function in C may change.
void change_registers(void);

/// The record of an async function; its code is `note_registers`.
extern const cinterpose_async_function async_record;

#endif
#endif
