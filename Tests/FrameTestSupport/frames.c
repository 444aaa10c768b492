// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "frame_test_support.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <ucontext.h>

#if defined(__x86_64__)
__asm__(".text\n"
        ".globl frame_test_call\n"
        ".type frame_test_call, @function\n"
        "frame_test_call:\n"
        "    pushq %rbp\n"
        "    movq %rdi, %rbp\n"
        "    movq %rsi, %rax\n"
        "    movq %rdx, %rdi\n"
        "    callq *%rax\n"
        "    popq %rbp\n"
        "    retq\n"
        ".size frame_test_call, . - frame_test_call\n");
#elif defined(__aarch64__)
__asm__(".text\n"
        ".globl frame_test_call\n"
        ".type frame_test_call, %function\n"
        "frame_test_call:\n"
        "    stp x29, x30, [sp, #-16]!\n"
        "    mov x29, x0\n"
        "    mov x3, x1\n"
        "    mov x0, x2\n"
        "    blr x3\n"
        "    ldp x29, x30, [sp], #16\n"
        "    ret\n"
        ".size frame_test_call, . - frame_test_call\n");
#endif

static _Thread_local void (*current_body)(void *context);
static _Thread_local void *current_context;

static void run(void) { current_body(current_context); }

void frame_test_call_elsewhere(void (*body)(void *context), void *context) {
    enum { size = 1 << 20 };
    static _Thread_local ucontext_t here, there;
    char *stack = malloc(size);
    current_body = body;
    current_context = context;
    getcontext(&there);
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = size;
    there.uc_link = &here;
    makecontext(&there, run, 0);
    swapcontext(&here, &there);
    free(stack);
}

static void handle(int signal) {
    (void)signal;
    run();
}

static void install_handler(void) {
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
    sigaction(SIGUSR2, &action, NULL);
}

void frame_test_call_in_handler(void (*body)(void *context), void *context, _Bool elsewhere) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install_handler);
    enum { size = 1 << 20 };
    stack_t before, stack = {.ss_flags = SS_DISABLE};
    if (elsewhere) stack = (stack_t){.ss_sp = malloc(size), .ss_size = size};
    sigaltstack(&stack, &before);
    // The threads of libdispatch block signals. It stays unblocked, as it is in most threads.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR2);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
    current_body = body;
    current_context = context;
    raise(SIGUSR2);
    sigaltstack(&before, NULL);
    free(stack.ss_sp);
}

__attribute__((noinline, no_sanitize("address"))) void frame_test_call_above_remains(
    void (*body)(void *context), void *context) {
    volatile char remains[16 << 10];
    remains[0] = 0;
    body(context);
    remains[0] = 1;
}

static _Thread_local jmp_buf *innermost;

_Bool frame_test_catch(void (*body)(void *context), void *context) {
    jmp_buf here;
    jmp_buf *volatile outer = innermost;
    _Bool is_left = setjmp(here) != 0;
    if (!is_left) {
        innermost = &here;
        body(context);
    }
    innermost = outer;
    return is_left;
}

void frame_test_leave(void) { longjmp(*innermost, 1); }

const void *frame_test_address(void) { return __builtin_frame_address(0); }
