// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "checks.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { maximum_problems = 100 };
static size_t problems, expected_entered, expected_left;

_Noreturn static void end(void) {
    printf("%zu calls entered, %zu left, %zu problems\n", entered, left, problems);
    exit(problems != 0);
}

void problem(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("problem: ", stdout);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    // A mistake in the stubs may have endless consequences.
    if (++problems == maximum_problems) end();
}

void check(const char *name, const char *what, uint64_t found, uint64_t expected) {
    if (found == expected) return;
    problem("%s: %s is %#llx, not %#llx", name, what, (unsigned long long)found, (unsigned long long)expected);
}

void expect_calls(const char *name, size_t entered_more, size_t left_more) {
    expected_entered += entered_more;
    expected_left += left_more;
    if (entered == expected_entered && left == expected_left) return;
    problem("%s: %zu calls entered, not %zu; %zu left, not %zu", name, entered, expected_entered, left, expected_left);
    // Each difference is reported once.
    expected_entered = entered;
    expected_left = left;
}

int main(void) {
    // Problems are seen even if they make the program crash.
    setvbuf(stdout, NULL, _IONBF, 0);
    set_hooks();
    // The first check is the most exact one.
    check_registers();
    check_swift_calls();
    check_async_calls();
    check_handlers();
    end();
}
