// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include <signal.h>
#include <stdlib.h>

#include "checks.h"
#include "cthread_handler.h"

static volatile int found;

__attribute__((noinline)) static int look(int frames) {
    int result = frames == 0 ? cthread_is_in_handler() : look(frames - 1);
    // Keeps the frame.
    __asm__ volatile("");
    return result;
}

static void handle(int signal) {
    (void)signal;
    found = look(0) + look(100);
}

void check_handlers(void) {
    stack_t stack = {.ss_size = 1 << 16};
    stack.ss_sp = malloc(stack.ss_size);
    sigaltstack(&stack, NULL);
    for (int has_own_stack = 0; has_own_stack < 2; has_own_stack++) {
        struct sigaction action = {.sa_handler = handle, .sa_flags = has_own_stack ? SA_ONSTACK : 0};
        sigaction(SIGUSR1, &action, NULL);
        check("handlers", "whether one runs before it", look(0), 0);
        raise(SIGUSR1);
        check("handlers", "how often one is found in it", found, 2);
        check("handlers", "whether one runs after it", look(0), 0);
        found = 0;
    }
}
