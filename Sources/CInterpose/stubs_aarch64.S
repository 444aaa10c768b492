// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "stubs.h"

#if defined(__aarch64__)

// A page of stubs, which is copied. Each slot has two: one for calls and one for the way back of async functions. They
// find the slot behind the page, and jump to its `call_code` or `resume_code` with its address in x16.
        .section .rodata
        .p2align 6
        .globl  cinterpose__stubs
        .hidden cinterpose__stubs
        .type   cinterpose__stubs, %object
cinterpose__stubs:
        .set index, 0
        .rept CINTERPOSE__CODE_SIZE / CINTERPOSE__STUB_SIZE
        bti c
        adr x16, . - 4 + CINTERPOSE__CODE_SIZE + 32 * index
        ldr x17, [x16, #8]
        br x17
        bti c
        adr x16, . - 20 + CINTERPOSE__CODE_SIZE + 32 * index
        ldr x17, [x16, #16]
        br x17
        .set index, index + 1
        .endr
        .size   cinterpose__stubs, .-cinterpose__stubs

        .text

        .macro begin_function name
        .p2align 6
        .globl  \name
        .hidden \name
        .type   \name, %function
\name:
        .cfi_startproc
        bti j
        .endm

        .macro end_function name
        .cfi_endproc
        .size   \name, .-\name
        .endm

// Jumps on without a frame if the gate of the slot (x16) is closed.
        .macro jump_on_if_closed
        ldr x17, [x16, #32]
        ldrb w17, [x17]
        tbz w17, #0, cinterpose__pass
        .endm

// Begins a frame with the slot (x16) at [x29, #16] and the call's place at [x29, #24]; below it are the registers of the
// call: the layout of cinterpose_registers.
        .macro begin_frame
        stp x29, x30, [sp, #-80]!
        .cfi_def_cfa_offset 80
        .cfi_offset 29, -80
        .cfi_offset 30, -72
        mov x29, sp
        .cfi_def_cfa_register 29
        str x16, [x29, #16]
        sub sp, sp, #256
        stp x0, x1, [sp, #0]
        stp x2, x3, [sp, #16]
        stp x4, x5, [sp, #32]
        stp x6, x7, [sp, #48]
        stp x8, x20, [sp, #64]
        stp x21, x22, [sp, #80]
        add x9, x29, #80
        str x9, [sp, #96]
        stp q0, q1, [sp, #128]
        stp q2, q3, [sp, #160]
        stp q4, q5, [sp, #192]
        stp q6, q7, [sp, #224]
        .endm

        .macro restore_registers
        ldp x0, x1, [sp, #0]
        ldp x2, x3, [sp, #16]
        ldp x4, x5, [sp, #32]
        ldp x6, x7, [sp, #48]
        ldr x8, [sp, #64]
        ldp q0, q1, [sp, #128]
        ldp q2, q3, [sp, #160]
        ldp q4, q5, [sp, #192]
        ldp q6, q7, [sp, #224]
        .endm

        .macro end_frame
        mov sp, x29
        ldp x29, x30, [sp], #80
        .cfi_restore 29
        .cfi_restore 30
        .cfi_def_cfa sp, 0
        .endm

// A synchronous requirement. The frame is an ordinary one, so unwinders and debuggers see nothing unusual. Arguments on
// the stack are copied.
        begin_function cinterpose__call
        jump_on_if_closed
        begin_frame
        mov x0, x16
        add x1, x29, #24
        mov x2, sp
        adrp x9, cinterpose__hooks
        ldr x9, [x9, :lo12:cinterpose__hooks]
        blr x9
        ldr x10, [sp, #120]
        restore_registers
        ldr x16, [x29, #16]
        ldr x17, [x16]
        mov sp, x29
        cmn x10, #1
        b.eq 3f
        cbnz x10, 2f
1:      blr x17
        mov sp, x29
        sub sp, sp, #112
        stp x0, x1, [sp, #0]
        stp x2, x3, [sp, #16]
        stp x21, x20, [sp, #32]
        stp q0, q1, [sp, #48]
        stp q2, q3, [sp, #80]
        ldr x0, [x29, #16]
        add x1, x29, #24
        mov x2, sp
        adrp x9, cinterpose__hooks+8
        ldr x9, [x9, :lo12:cinterpose__hooks+8]
        blr x9
        ldp x0, x1, [sp, #0]
        ldp x2, x3, [sp, #16]
        ldp q0, q1, [sp, #48]
        ldp q2, q3, [sp, #80]
        .cfi_remember_state
        end_frame
        ret
        .cfi_restore_state
// Copies x10 bytes, a multiple of 16, from the caller's frame to the bottom of the stack.
2:      sub sp, sp, x10
        add x11, x29, #80
4:      sub x10, x10, #8
        ldr x12, [x11, x10]
        str x12, [sp, x10]
        cbnz x10, 4b
        b 1b
// Jumps on without a frame.
3:      end_frame
        br x17
        end_function cinterpose__call

// A synchronous or async requirement that is switched off.
        begin_function cinterpose__pass
        ldr x17, [x16]
        br x17
        end_function cinterpose__pass

// An async requirement: goes on without a frame.
        begin_function cinterpose__call_async
        jump_on_if_closed
        begin_frame
        mov x0, x16
        mov x1, sp
        ldr w9, [x16, #52]
        sub x2, x16, x9, lsl #5
        sub x2, x2, #CINTERPOSE__CODE_SIZE
        add x2, x2, #16
        bl cinterpose__async_enter
        restore_registers
        ldr x16, [x29, #16]
        ldr x17, [x16]
        end_frame
        br x17
        end_function cinterpose__call_async

// The way back of an async requirement: x22 is the context of the function that is done.
        begin_function cinterpose__resume
        begin_frame
        mov x0, x16
        mov x1, sp
        bl cinterpose__async_leave
        mov x17, x0
        restore_registers
        end_frame
        br x17
        end_function cinterpose__resume

        .section .note.GNU-stack, "", %progbits
#endif
