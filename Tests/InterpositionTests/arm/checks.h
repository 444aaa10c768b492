// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CHECKS_H
#define CHECKS_H

#include "cinterpose.h"

// MARK: Hooks (hooks.c)

/// What the hooks know of an entry: the context of its slot.
typedef struct {
    const char *name;
    /// What `enter` answers.
    uint64_t stack_bytes;
    /// Whether its callers have tables for unwinding, which Embedded Swift does not.
    bool is_unwindable;
} entry_facts;

/// Calls that the hooks were told of.
extern size_t entered, left;

/// What the hooks were told last.
extern cinterpose_registers last_registers;
extern cinterpose_results last_results;

/// Sets hooks that change all registers that they may change. They check the places of the calls, and the stack.
void set_hooks(void);

/// Ends the program if the entry can't have a slot.
cinterpose_slot *make_slot(void **entry, bool is_async, entry_facts *facts);

/// Switches the slots, and checks their entries.
void switch_slots(cinterpose_slot *const *slots, size_t count, bool is_on);

// MARK: Problems (main.c)

/// Prints a problem. Ends the program after a hundred of them.
__attribute__((format(printf, 1, 2))) void problem(const char *format, ...);

/// Reports a problem if the numbers differ.
void check(const char *name, const char *what, uint64_t found, uint64_t expected);

/// Reports a problem unless the hooks were told of exactly this many calls more than at the last time.
void expect_calls(const char *name, size_t entered_more, size_t left_more);

// MARK: Checks

/// Swift code calls through a protocol.
void check_swift_calls(void);

/// Calls with a known value in every register reach functions and async functions that change every register.
void check_registers(void);

/// Async functions in C that call each other by Swift's convention.
void check_async_calls(void);

/// Handlers of signals are known by the stack.
void check_handlers(void);

#endif
