// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "registers.h"

        .bss
        .p2align 4
        .macro memory name, size
        .globl  \name
        .type   \name, %object
        .size   \name, \size
\name:  .zero   \size
        .endm
        memory given, REGISTERS_SIZE
        memory received, REGISTERS_SIZE
        memory arrived, REGISTERS_SIZE
        memory answer, REGISTERS_SIZE
        memory own_stack_pointer, 8

        .text

        .macro begin_function name
        .p2align 6
        .globl  \name
        .type   \name, %function
\name:
        .cfi_startproc
        .endm

        .macro end_function name
        .cfi_endproc
        .size   \name, .-\name
        .endm

        .macro load_address register, name
        adrp \register, \name
        add \register, \register, :lo12:\name
        .endm

// Registers of the memory at x17.
        .macro load_general number
        ldr x\number, [x17, #8 * \number]
        .endm
        .macro store_general number
        str x\number, [x17, #8 * \number]
        .endm
        .macro load_vector number
        ldr q\number, [x17, #REGISTERS_VECTORS + 16 * \number]
        .endm
        .macro store_vector number
        str q\number, [x17, #REGISTERS_VECTORS + 16 * \number]
        .endm
        .macro load_upper_half number
        ldr x16, [x17, #REGISTERS_VECTORS + 16 * \number + 8]
        mov v\number\().d[1], x16
        .endm

        .macro each operation, numbers:vararg
        .irp number, \numbers
        \operation \number
        .endr
        .endm

#define CHANGEABLE_GENERAL 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 18
#define KEPT_GENERAL 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
#define CHANGEABLE_VECTORS 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
#define HALF_KEPT_VECTORS 8, 9, 10, 11, 12, 13, 14, 15

// Stores all registers but x17. Changes x16 and x17, which any call may change.
        .macro store_registers name
        load_address x17, \name
        each store_general, CHANGEABLE_GENERAL, KEPT_GENERAL, 16, 30
        each store_vector, CHANGEABLE_VECTORS, HALF_KEPT_VECTORS
        mov x16, sp
        str x16, [x17, #REGISTERS_SP]
        .endm

// Loads what functions in C may change, except x16, x17 and x30.
        .macro load_changeable name
        load_address x17, \name
        each load_vector, CHANGEABLE_VECTORS
        each load_upper_half, HALF_KEPT_VECTORS
        each load_general, CHANGEABLE_GENERAL
        .endm

        begin_function call_with_registers
        stp x29, x30, [sp, #-160]!
        .cfi_def_cfa_offset 160
        .cfi_offset 29, -160
        .cfi_offset 30, -152
        stp x19, x20, [sp, #16]
        stp x21, x22, [sp, #32]
        stp x23, x24, [sp, #48]
        stp x25, x26, [sp, #64]
        stp x27, x28, [sp, #80]
        stp d8, d9, [sp, #96]
        stp d10, d11, [sp, #112]
        stp d12, d13, [sp, #128]
        stp d14, d15, [sp, #144]
        load_address x9, own_stack_pointer
        mov x10, sp
        str x10, [x9]
        sub sp, sp, #8 * STACK_WORDS
        .cfi_def_cfa_offset 160 + 8 * STACK_WORDS
        mov x16, x0
        load_address x17, given
        mov x9, sp
        str x9, [x17, #REGISTERS_SP]
        mov x10, #8 * STACK_WORDS
        add x11, x17, #REGISTERS_STACK
1:      sub x10, x10, #8
        ldr x12, [x11, x10]
        str x12, [x9, x10]
        cbnz x10, 1b
        each load_vector, CHANGEABLE_VECTORS, HALF_KEPT_VECTORS
        each load_general, CHANGEABLE_GENERAL, KEPT_GENERAL
        blr x16
        store_registers received
        load_address x9, own_stack_pointer
        ldr x10, [x9]
        mov sp, x10
        .cfi_def_cfa_offset 160
        ldp x19, x20, [sp, #16]
        ldp x21, x22, [sp, #32]
        ldp x23, x24, [sp, #48]
        ldp x25, x26, [sp, #64]
        ldp x27, x28, [sp, #80]
        ldp d8, d9, [sp, #96]
        ldp d10, d11, [sp, #112]
        ldp d12, d13, [sp, #128]
        ldp d14, d15, [sp, #144]
        ldp x29, x30, [sp], #160
        .cfi_def_cfa_offset 0
        .cfi_restore 29
        .cfi_restore 30
        ret
        end_function call_with_registers

        begin_function note_registers
        store_registers arrived
        mov x9, sp
        add x11, x17, #REGISTERS_STACK
        mov x10, #8 * STACK_WORDS
1:      sub x10, x10, #8
        ldr x12, [x9, x10]
        str x12, [x11, x10]
        cbnz x10, 1b
        load_changeable answer
        load_general 21
        ret
        end_function note_registers

        begin_function change_registers
        load_changeable changed
        mov x16, x0
        mov x17, x0
        ret
        end_function change_registers

// No pattern of `given` or `answer`; as a double it is not a number.
        .section .rodata
        .p2align 4
changed:
        .rept REGISTERS_SIZE / 8
        .quad 0xfff8000000bad000
        .endr

        .globl  async_record
        .type   async_record, %object
        .size   async_record, 8
async_record:
        .word note_registers - .
        .word ASYNC_CONTEXT_SIZE

        .section .note.GNU-stack, "", %progbits
