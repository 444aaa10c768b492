// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "checks.h"
#include "registers.h"
#include "stubs.h"

#include <stdio.h>
#include <string.h>

_Static_assert(offsetof(registers, stack_pointer) == REGISTERS_SP, "used by registers.S");
_Static_assert(offsetof(registers, vectors) == REGISTERS_VECTORS, "used by registers.S");
_Static_assert(offsetof(registers, stack) == REGISTERS_STACK, "used by registers.S");
_Static_assert(sizeof(registers) == REGISTERS_SIZE, "used by registers.S");

// MARK: Comparing

enum { first_kept = 19, self = 20, error = 21, async_context = 22, last_kept = 28, frame_pointer = 29 };

/// Gives each word a value of its own.
static void fill(registers *registers, uint64_t pattern) {
    uint64_t *words = (uint64_t *)registers;
    for (size_t i = 0; i < sizeof *registers / sizeof *words; i++) words[i] = pattern << 32 | i;
}

static void fill_all(void) {
    fill(&given, 0x61A0);
    fill(&answer, 0xA150);
    memset(&arrived, 0, sizeof arrived);
    memset(&received, 0, sizeof received);
}

static void check_general(
    const char *name, const char *when, const registers *found, const registers *expected, int first, int last
) {
    char what[64];
    for (int i = first; i <= last; i++) {
        snprintf(what, sizeof what, "x%d %s", i, when);
        check(name, what, found->general[i], expected->general[i]);
    }
}

/// @param halves 2 for whole registers, 1 for their lower halves.
static void check_vectors(
    const char *name, const char *when, const registers *found, const registers *expected, int first, int last,
    int halves
) {
    char what[64];
    for (int i = first; i <= last; i++) {
        for (int half = 0; half < halves; half++) {
            snprintf(what, sizeof what, "the %s half of v%d %s", half == 0 ? "lower" : "upper", i, when);
            check(name, what, found->vectors[i][half], expected->vectors[i][half]);
        }
    }
}

/// What the hook is told is compared as bytes, since the vectors are not numbers.
static void check_words(const char *name, const char *what, const void *found, const void *expected, size_t size) {
    if (memcmp(found, expected, size) != 0) problem("%s: the hook is told of other %s", name, what);
}

// MARK: What is kept

/// The function gets the arguments of the call.
/// @param stack_bytes how much of the stack was copied; `CINTERPOSE_UNKNOWN_STACK` if the function gets the caller's.
static void check_arrival(const char *name, uint64_t stack_bytes) {
    const char *when = "at the function";
    check_general(name, when, &arrived, &given, 0, 8);
    check_general(name, when, &arrived, &given, first_kept, last_kept);
    check_vectors(name, when, &arrived, &given, 0, 7, 2);
    check_vectors(name, when, &arrived, &given, 8, 15, 1);
    check(name, "the alignment of the stack at the function", arrived.stack_pointer % 16, 0);
    size_t words = stack_bytes / 8;
    if (stack_bytes == CINTERPOSE_UNKNOWN_STACK) {
        words = STACK_WORDS;
        check(name, "the stack pointer at the function", arrived.stack_pointer, given.stack_pointer);
        check_general(name, when, &arrived, &given, frame_pointer, frame_pointer);
    }
    for (size_t i = 0; i < words; i++) check(name, "an argument on the stack", arrived.stack[i], given.stack[i]);
}

/// The caller gets the results of the function, and finds in the other registers what functions have to keep.
static void check_return(const char *name) {
    const char *when = "at the caller";
    check_general(name, when, &received, &answer, 0, 3);
    check_general(name, when, &received, &given, first_kept, self);
    check_general(name, when, &received, &answer, error, error);
    check_general(name, when, &received, &given, async_context, frame_pointer);
    check_vectors(name, when, &received, &answer, 0, 3, 2);
    check_vectors(name, when, &received, &given, 8, 15, 1);
    check(name, "the stack pointer at the caller", received.stack_pointer, given.stack_pointer);
}

/// The hook has seen the arguments.
static void check_told_arguments(const char *name) {
    const cinterpose_registers *told = &last_registers;
    check_words(name, "integers", told->integers, given.general, sizeof told->integers);
    check_words(name, "vectors", told->vectors, given.vectors, sizeof told->vectors);
    check(name, "the indirect result in the hook", told->indirect_result, given.general[8]);
    check(name, "self in the hook", told->self, given.general[self]);
    check(name, "the error in the hook", told->error, given.general[error]);
    check(name, "the async context in the hook", told->async_context, given.general[async_context]);
    check(name, "the stack in the hook", (uintptr_t)told->stack, given.stack_pointer);
}

/// The hook has seen the results.
static void check_told_results(
    const char *name, const registers *results, uint64_t expected_error, uint64_t expected_self
) {
    const cinterpose_results *told = &last_results;
    check_words(name, "integers", told->integers, results->general, sizeof told->integers);
    check_words(name, "vectors", told->vectors, results->vectors, sizeof told->vectors);
    check(name, "the error in the hook", told->error, expected_error);
    check(name, "self in the hook", told->self, expected_self);
}

// MARK: Functions

/// As many as have their stubs in a page, and one more.
enum { entry_count = CINTERPOSE__CODE_SIZE / CINTERPOSE__STUB_SIZE + 1 };

static void *entries[entry_count];
static cinterpose_slot *slots[entry_count];
static entry_facts function = {.name = "function", .is_unwindable = true};

static void check_call(void **entry, uint64_t stack_bytes) {
    bool is_known = stack_bytes != CINTERPOSE_UNKNOWN_STACK;
    function.stack_bytes = stack_bytes;
    fill_all();
    call_with_registers(*entry);
    check_arrival(function.name, stack_bytes);
    check_return(function.name);
    check_told_arguments(function.name);
    if (is_known) check_told_results(function.name, &answer, answer.general[error], given.general[self]);
    expect_calls(function.name, 1, is_known);
}

/// A call that nobody is told of.
static void check_passing_call(const void *stub) {
    fill_all();
    call_with_registers(stub);
    check_arrival(function.name, CINTERPOSE_UNKNOWN_STACK);
    check_return(function.name);
    expect_calls(function.name, 0, 0);
}

static void check_functions(void) {
    for (size_t i = 0; i < entry_count; i++) {
        entries[i] = (void *)(uintptr_t)note_registers;
        slots[i] = make_slot(&entries[i], false, &function);
    }
    switch_slots(slots, entry_count, true);
    // The last two are the last stub of a page, and the first of the next one.
    const size_t chosen[] = {0, 1, entry_count - 2, entry_count - 1};
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++) {
        void **entry = &entries[chosen[i]];
        check_call(entry, 0);
        check_call(entry, 16);
        check_call(entry, sizeof given.stack);
        check_call(entry, CINTERPOSE_UNKNOWN_STACK);
    }
    static uint8_t gate = 0xFE;
    cinterpose_set_context(slots[1], &function, &gate);
    check_passing_call(entries[1]);
    gate = 1;
    check_call(&entries[1], 16);
    cinterpose_set_context(slots[1], &function, NULL);
    // Through a copy of an entry that has been switched off since.
    const void *stub = entries[1];
    switch_slots(slots, entry_count, false);
    check_passing_call(stub);
}

// MARK: Async functions

enum {
    guard = 0xA5,
    record_count = 3,
    own_part = (ASYNC_CONTEXT_SIZE + 15) & ~15,
};

/// The memory that a caller allocates, and some more.
typedef struct {
    _Alignas(16) const void *parent;
    const void *resume;
    unsigned char rest[240];
} context;

static void *records[record_count];
static cinterpose_slot *record_slots[record_count];
static entry_facts async_function = {.name = "async function", .is_unwindable = true};

static const cinterpose_async_function *record(size_t index) { return records[index]; }

/// Calls the async function. It is suspended at once: it returns to its caller, which stands for the executor.
static void call_async(context *context, size_t index) {
    const char *name = async_function.name;
    fill_all();
    given.general[async_context] = (uintptr_t)context;
    memset(context, guard, sizeof *context);
    context->resume = (const void *)(uintptr_t)note_registers;
    call_with_registers((const char *)&record(index)->code + record(index)->code);
    check_arrival(name, CINTERPOSE_UNKNOWN_STACK);
    check_return(name);
    check_told_arguments(name);
    expect_calls(name, 1, 0);
}

/// Calls the async function, and nobody is told of it.
static void pass_async(context *context, const cinterpose_async_function *function) {
    fill_all();
    given.general[async_context] = (uintptr_t)context;
    memset(context, guard, sizeof *context);
    context->resume = (const void *)(uintptr_t)note_registers;
    call_with_registers((const char *)&function->code + function->code);
    check_arrival(async_function.name, CINTERPOSE_UNKNOWN_STACK);
    check(async_function.name, "the resume function", (uintptr_t)context->resume, (uintptr_t)note_registers);
    expect_calls(async_function.name, 0, 0);
}

/// Only the resume function and the part behind the function's own may have changed.
static void check_context(const char *name, const context *context, size_t index) {
    const unsigned char *bytes = (const unsigned char *)context;
    for (size_t i = 0; i < sizeof *context; i++) {
        bool is_ours = (i >= 8 && i < 16) || (i >= own_part && i < record(index)->context_size);
        if (!is_ours && bytes[i] != guard) problem("%s: byte %zu of the context has changed", name, i);
    }
}

/// The async function ends: it jumps to the resume function of its context. `note_registers` is that of the caller.
static void return_async(context *context, size_t index) {
    const char *name = async_function.name;
    check_context(name, context, index);
    const void *caller = (const void *)(uintptr_t)note_registers;
    if (context->resume == caller) problem("%s: the resume function is not replaced", name);
    fill_all();
    fill(&given, 0xD0E);
    given.general[async_context] = (uintptr_t)context;
    call_with_registers(context->resume);
    check_arrival(name, CINTERPOSE_UNKNOWN_STACK);
    check_return(name);
    check_told_results(name, &given, given.general[self], 0);
    check(name, "the resume function", (uintptr_t)context->resume, (uintptr_t)caller);
    expect_calls(name, 0, 1);
}

static void check_async_functions(void) {
    for (size_t i = 0; i < record_count; i++) {
        records[i] = (void *)&async_record;
        record_slots[i] = make_slot(&records[i], true, &async_function);
    }
    switch_slots(record_slots, record_count, true);
    static context contexts[4];
    // Several at once, two of them by the same slot. They return in another order.
    call_async(&contexts[0], 0);
    call_async(&contexts[1], 1);
    call_async(&contexts[2], 1);
    return_async(&contexts[1], 1);
    call_async(&contexts[3], 2);
    return_async(&contexts[0], 0);
    return_async(&contexts[3], 2);
    static uint8_t gate = 0xFE;
    cinterpose_set_context(record_slots[0], &async_function, &gate);
    pass_async(&contexts[0], record(0));
    // One returns after it was switched off.
    const cinterpose_async_function *replaced = record(1);
    switch_slots(record_slots, record_count, false);
    records[1] = (void *)replaced;
    return_async(&contexts[2], 1);
    // Called through a copy of an entry that has been switched off since.
    pass_async(&contexts[0], replaced);
}

void check_registers(void) {
    check_functions();
    check_async_functions();
}
