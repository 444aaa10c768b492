// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "checks.h"

// MARK: Swift

/// A value of a type whose protocol only classes conform to.
typedef struct {
    void *object;
    void **table;
} existential;

void make_existential(existential *words);
void call_requirement(int32_t index, const existential *words, int64_t *results);

enum { result_count = 8 };

typedef struct {
    int64_t words[result_count + 1];
} call_results;

static existential delegate;

enum { getter = 11, setter = 12 };

/// Calls a requirement between the setter and the getter, which see what it does to the object.
static call_results call(int32_t index) {
    call_results results = {{0}};
    call_requirement(setter, &delegate, results.words);
    call_requirement(index, &delegate, results.words);
    call_requirement(getter, &delegate, &results.words[result_count]);
    return results;
}

// MARK: What the hooks see

static double vector(const double registers[][2], size_t index) { return registers[index][0]; }

static void see_integers(const char *name) {
    for (uint64_t i = 0; i < 8; i++) check(name, "an argument", last_registers.integers[i], i + 1);
}

static void see_doubles(const char *name) {
    for (size_t i = 0; i < 8; i++) {
        if (vector(last_registers.vectors, i) != (double)i + 1.5) problem("%s: a wrong argument in v%zu", name, i);
    }
}

static void see_indirect(const char *name) {
    if (last_registers.indirect_result == 0) problem("%s: no address of the result", name);
}

static void see_four_integers(const char *name) {
    for (uint64_t i = 0; i < 4; i++) check(name, "a result", last_results.integers[i], i + 40);
}

static void see_four_doubles(const char *name) {
    for (size_t i = 0; i < 4; i++) {
        if (vector(last_results.vectors, i) != (double)i + 50.5) problem("%s: a wrong result in v%zu", name, i);
    }
}

static void see_error(const char *name) {
    if (last_results.error == 0) problem("%s: no error", name);
}

// MARK: Requirements

/// In the order of their declaration, and thus of the entries in the table. The bytes on the stack include the metadata
/// of Self and the table, which are the last two arguments.
static struct {
    entry_facts facts;
    /// How often `call` calls it.
    size_t calls;
    void (*see)(const char *name);
} requirements[] = {
    {{.name = "integers", .stack_bytes = 48}, 1, see_integers},
    {{.name = "doubles", .stack_bytes = 16}, 1, see_doubles},
    {{.name = "vectors", .stack_bytes = 16}, 1, NULL},
    {{.name = "mixed"}, 1, NULL},
    {{.name = "indirect"}, 1, see_indirect},
    {{.name = "fourIntegers"}, 1, see_four_integers},
    {{.name = "fourDoubles"}, 1, see_four_doubles},
    {{.name = "fourVectors"}, 1, NULL},
    {{.name = "throwing"}, 2, see_error},
    {{.name = "throwingLarge"}, 2, see_error},
    {{.name = "nested"}, 5, NULL},
    {{.name = "getter"}, 2, NULL},
    {{.name = "setter"}, 2, NULL},
    {{.name = "modify"}, 1, NULL},
};
enum { requirement_count = sizeof requirements / sizeof *requirements };

/// Calls a requirement, and compares the results with those of a plain call.
static void check_call(int32_t index, const call_results *plain, size_t entered_more, size_t left_more) {
    const char *name = requirements[index].facts.name;
    call_results results = call(index);
    for (size_t i = 0; i <= result_count; i++) {
        check(name, "what Swift got", (uint64_t)results.words[i], (uint64_t)plain->words[i]);
    }
    expect_calls(name, entered_more, left_more);
}

static void check_requirement(int32_t index, cinterpose_slot *slot) {
    entry_facts *facts = &requirements[index].facts;
    size_t calls = requirements[index].calls;
    call_results plain = call(index);
    expect_calls(facts->name, 0, 0);

    switch_slots(&slot, 1, true);
    check_call(index, &plain, calls, calls);
    if (requirements[index].see != NULL) requirements[index].see(facts->name);
    uint64_t known = facts->stack_bytes;
    facts->stack_bytes = CINTERPOSE_UNKNOWN_STACK;
    check_call(index, &plain, calls, 0);
    facts->stack_bytes = known;

    switch_slots(&slot, 1, false);
    check_call(index, &plain, 0, 0);
}

void check_swift_calls(void) {
    make_existential(&delegate);
    cinterpose_slot *slots[requirement_count];
    for (size_t i = 0; i < requirement_count; i++) {
        slots[i] = make_slot(&delegate.table[i + 1], false, &requirements[i].facts);
    }
    for (int32_t i = 0; i < requirement_count; i++) check_requirement(i, slots[i]);
    // All at once: also the setter and the getter around the call.
    call_results plain = call(setter + 1);
    switch_slots(slots, requirement_count, true);
    check_call(setter + 1, &plain, 3, 3);
    switch_slots(slots, requirement_count, false);
}
