// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "stubs.h"

#if defined(__x86_64__)

// A page of stubs, which is copied. Each slot has two: one for calls and one for the way back of async functions. They
// find the slot behind the page, and jump to its `call_code` or `resume_code` with its address in r11.
        .section .rodata
        .p2align 6
        .globl  cinterpose__stubs
        .hidden cinterpose__stubs
        .type   cinterpose__stubs, @object
cinterpose__stubs:
        .set index, 0
        .rept CINTERPOSE__CODE_SIZE / CINTERPOSE__STUB_SIZE
        endbr64
        leaq (CINTERPOSE__CODE_SIZE + 32 * index - 11)(%rip), %r11
        jmpq *8(%r11)
        .p2align 4, 0xcc
        endbr64
        leaq (CINTERPOSE__CODE_SIZE + 32 * index - 27)(%rip), %r11
        jmpq *16(%r11)
        .p2align 4, 0xcc
        .set index, index + 1
        .endr
        .size   cinterpose__stubs, .-cinterpose__stubs

        .text

        .macro begin_function name
        .p2align 6
        .globl  \name
        .hidden \name
        .type   \name, @function
\name:
        .cfi_startproc
        .endm

        .macro end_function name
        .cfi_endproc
        .size   \name, .-\name
        .endm

// Stores the registers of a call at rsp: the layout of cinterpose_registers.
        .macro save_registers
        movq %rdi, 0(%rsp)
        movq %rsi, 8(%rsp)
        movq %rdx, 16(%rsp)
        movq %rcx, 24(%rsp)
        movq %r8, 32(%rsp)
        movq %r9, 40(%rsp)
        movq %rax, 48(%rsp)
        movq %r13, 56(%rsp)
        movq %r12, 64(%rsp)
        movq %r14, 72(%rsp)
        leaq 16(%rbp), %rax
        movq %rax, 80(%rsp)
        movups %xmm0, 112(%rsp)
        movups %xmm1, 128(%rsp)
        movups %xmm2, 144(%rsp)
        movups %xmm3, 160(%rsp)
        movups %xmm4, 176(%rsp)
        movups %xmm5, 192(%rsp)
        movups %xmm6, 208(%rsp)
        movups %xmm7, 224(%rsp)
        .endm

        .macro restore_registers
        movups 112(%rsp), %xmm0
        movups 128(%rsp), %xmm1
        movups 144(%rsp), %xmm2
        movups 160(%rsp), %xmm3
        movups 176(%rsp), %xmm4
        movups 192(%rsp), %xmm5
        movups 208(%rsp), %xmm6
        movups 224(%rsp), %xmm7
        movq 0(%rsp), %rdi
        movq 8(%rsp), %rsi
        movq 16(%rsp), %rdx
        movq 24(%rsp), %rcx
        movq 32(%rsp), %r8
        movq 40(%rsp), %r9
        movq 48(%rsp), %rax
        .endm

// Jumps on without a frame if the gate of the slot (r11) is closed.
        .macro jump_on_if_closed
        movq 32(%r11), %r10
        testb $1, (%r10)
        jz cinterpose__pass
        .endm

// Begins a frame with the slot (r11) at -8(%rbp), and the registers below.
        .macro begin_frame
        pushq %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq %rsp, %rbp
        .cfi_def_cfa_register %rbp
        subq $304, %rsp
        movq %r11, -8(%rbp)
        save_registers
        .endm

// A synchronous requirement.
//
// The frame is an ordinary one, so unwinders, debuggers, longjmp and shadow stacks see nothing unusual: below rbp are the
// slot (-8), the call's place (-64), and the registers or the results. Arguments on the stack are copied.
        begin_function cinterpose__call
        jump_on_if_closed
        begin_frame
        movq %r11, %rdi
        leaq -64(%rbp), %rsi
        movq %rsp, %rdx
        callq *cinterpose__hooks(%rip)
        movq 104(%rsp), %r10
        restore_registers
        movq -8(%rbp), %r11
        leaq -64(%rbp), %rsp
        cmpq $-1, %r10
        je 3f
        testq %r10, %r10
        jnz 2f
1:      callq *(%r11)
        leaq -176(%rbp), %rsp
        movq %rax, 0(%rsp)
        movq %rdx, 8(%rsp)
        movq %rcx, 16(%rsp)
        movq %r8, 24(%rsp)
        movq %r12, 32(%rsp)
        movq %r13, 40(%rsp)
        movups %xmm0, 48(%rsp)
        movups %xmm1, 64(%rsp)
        movups %xmm2, 80(%rsp)
        movups %xmm3, 96(%rsp)
        movq -8(%rbp), %rdi
        leaq -64(%rbp), %rsi
        movq %rsp, %rdx
        callq *cinterpose__hooks+8(%rip)
        movq 0(%rsp), %rax
        movq 8(%rsp), %rdx
        movq 16(%rsp), %rcx
        movq 24(%rsp), %r8
        movups 48(%rsp), %xmm0
        movups 64(%rsp), %xmm1
        movups 80(%rsp), %xmm2
        movups 96(%rsp), %xmm3
        leave
        .cfi_remember_state
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_restore_state
// Copies r10 bytes, a multiple of 16, from the caller's frame to the bottom of the stack.
2:      subq %r10, %rsp
4:      subq $8, %r10
        pushq 16(%rbp, %r10)
        popq (%rsp, %r10)
        jnz 4b
        jmp 1b
// Jumps on without a frame.
3:      leave
        .cfi_def_cfa %rsp, 8
        jmpq *(%r11)
        end_function cinterpose__call

// A synchronous or async requirement that is switched off.
        begin_function cinterpose__pass
        jmpq *(%r11)
        end_function cinterpose__pass

// An async requirement: goes on without a frame.
        begin_function cinterpose__call_async
        jump_on_if_closed
        begin_frame
        movq %r11, %rdi
        movq %rsp, %rsi
        movl 52(%r11), %edx
        movq %rdx, %rax
        shlq $6, %rax
        shlq $5, %rdx
        subq %rax, %rdx
        leaq -CINTERPOSE__CODE_SIZE+16(%r11, %rdx), %rdx
        callq cinterpose__async_enter
        restore_registers
        movq -8(%rbp), %r11
        leave
        .cfi_def_cfa %rsp, 8
        jmpq *(%r11)
        end_function cinterpose__call_async

// The way back of an async requirement: r14 is the context of the function that is done.
        begin_function cinterpose__resume
        begin_frame
        movq %r11, %rdi
        movq %rsp, %rsi
        callq cinterpose__async_leave
        movq %rax, %r11
        restore_registers
        leave
        .cfi_def_cfa %rsp, 8
        jmpq *%r11
        end_function cinterpose__resume

        .section .note.GNU-stack, "", @progbits
#endif
