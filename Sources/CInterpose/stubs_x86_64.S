// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#if defined(__x86_64__)

// A page of stubs, which is copied: each finds its slot one page further, and jumps to the slot's `common`.
        .section .rodata
        .p2align 6
        .globl  cinterpose__stubs
        .hidden cinterpose__stubs
        .type   cinterpose__stubs, @object
cinterpose__stubs:
        .rept 128
        .p2align 5, 0xcc
        endbr64
        leaq 4096-11(%rip), %r11
        jmpq *8(%r11)
        .endr
        .p2align 12, 0xcc
        .size   cinterpose__stubs, .-cinterpose__stubs

        .text

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

        .macro begin_frame
        pushq %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq %rsp, %rbp
        .cfi_def_cfa_register %rbp
        .endm

// A synchronous requirement. r11: the slot.
//
// The frame is an ordinary one, so unwinders, debuggers, longjmp and shadow stacks see nothing unusual: below rbp are
// the token, the slot, and the registers or the results. Arguments on the stack are copied.
        .p2align 6
        .globl  cinterpose__call
        .hidden cinterpose__call
        .type   cinterpose__call, @function
cinterpose__call:
        .cfi_startproc
        begin_frame
        subq $256, %rsp
        movq %r11, -16(%rbp)
        save_registers
        movq %r11, %rdi
        movq %rsp, %rsi
        callq *cinterpose__enter(%rip)
        movq 88(%rsp), %rax
        movq %rax, -8(%rbp)
        movq 96(%rsp), %r10
        restore_registers
        movq -16(%rbp), %r11
        leaq -16(%rbp), %rsp
        cmpq $-1, %r10
        je 3f
        testq %r10, %r10
        jnz 2f
1:      callq *(%r11)
        leaq -128(%rbp), %rsp
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
        movq -16(%rbp), %rdi
        movq -8(%rbp), %rsi
        movq %rsp, %rdx
        callq *cinterpose__leave(%rip)
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
        .cfi_endproc
        .size   cinterpose__call, .-cinterpose__call

        .section .note.GNU-stack, "", @progbits
#endif
