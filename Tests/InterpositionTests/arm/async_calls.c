// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "checks.h"

#include <stdlib.h>

// Clang knows Swift's convention for async functions: calls at the end of one are jumps, `swift_async_context` is the
// register of the context, and `swift_context` that of self, or of the error on the way back.
#define ASYNC __attribute__((swiftasynccall))
#define CONTEXT __attribute__((swift_async_context))
#define SELF __attribute__((swift_context))

typedef struct context {
    struct context *parent;
    ASYNC void (*resume)(int64_t sum, double product, struct context *CONTEXT context, void *SELF error);
} context;

typedef ASYNC void (*async_code)(
    int64_t number, double factor, int64_t limit, context *CONTEXT context, void *SELF self
);

// MARK: The async function

/// What it keeps while it is suspended.
typedef struct {
    context header;
    int64_t number;
    double factor;
    int64_t limit;
    void *self;
} multiplication;

static context *suspended;
static int64_t object = 3, failure;

/// Suspended at once: it returns to the executor.
ASYNC static void multiply(int64_t number, double factor, int64_t limit, context *CONTEXT context, void *SELF self) {
    multiplication *own = (multiplication *)context;
    own->number = number;
    own->factor = factor;
    own->limit = limit;
    own->self = self;
    suspended = context;
}

/// The rest of it.
ASYNC static void finish(context *CONTEXT context) {
    multiplication *own = (multiplication *)context;
    void *error = own->number > own->limit ? &failure : NULL;
    int64_t sum = own->number + *(int64_t *)own->self;
    return own->header.resume(sum, (double)own->number * own->factor, context, error);
}

// MARK: Its caller

typedef struct {
    context header;
    int64_t sum;
    double product;
    void *error;
    bool is_done;
} calculation;

static void *entry;

ASYNC static void resume_calculation(int64_t sum, double product, context *CONTEXT callee, void *SELF error) {
    calculation *own = (calculation *)callee->parent;
    free(callee);
    own->sum = sum;
    own->product = product;
    own->error = error;
    own->is_done = true;
}

ASYNC static void calculate(int64_t number, context *CONTEXT own) {
    const cinterpose_async_function *function = entry;
    context *callee = malloc(function->context_size);
    if (callee == NULL) abort();
    *callee = (context){own, resume_calculation};
    async_code code = (async_code)((uintptr_t)&function->code + (uintptr_t)(intptr_t)function->code);
    return code(number, 2.5, 10, callee, &object);
}

// MARK: Checks

static entry_facts facts = {.name = "multiply", .is_unwindable = true};

static void check_result(const calculation *result, int64_t number, bool is_error) {
    if (!result->is_done) problem("%s: it doesn't resume its caller", facts.name);
    check(facts.name, "the sum", (uint64_t)result->sum, (uint64_t)(number + object));
    if (result->product != (double)number * 2.5) problem("%s: a wrong product", facts.name);
    check(facts.name, "the error", (uintptr_t)result->error, is_error ? (uintptr_t)&failure : 0);
}

/// Two calls at once; the first one ends first, and the second one throws.
static void check_two_calls(size_t told) {
    calculation first = {0}, second = {0};
    calculate(7, &first.header);
    context *first_call = suspended;
    calculate(70, &second.header);
    context *second_call = suspended;
    expect_calls(facts.name, 2 * told, 0);
    finish(first_call);
    finish(second_call);
    expect_calls(facts.name, 0, 2 * told);
    check_result(&first, 7, false);
    check_result(&second, 70, true);
}

void check_async_calls(void) {
    static cinterpose_async_function record;
    record.code = (int32_t)((intptr_t)multiply - (intptr_t)&record.code);
    record.context_size = sizeof(multiplication);
    entry = &record;
    check_two_calls(0);
    cinterpose_slot *slot = make_slot(&entry, true, &facts);
    switch_slots(&slot, 1, true);
    check_two_calls(1);
    check(facts.name, "the error in the hook", last_results.error, (uintptr_t)&failure);
    check(facts.name, "self in the hook", last_registers.self, (uintptr_t)&object);
    switch_slots(&slot, 1, false);
    check_two_calls(0);
}
