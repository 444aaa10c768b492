// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "checks.h"
#include "registers.h"

#include <stdio.h>
#include <stdlib.h>
#include <unwind.h>

size_t entered, left;
cinterpose_registers last_registers;
cinterpose_results last_results;

enum { maximum_calls = 256 };
/// The slots of the calls that are open, by the first word of their places.
static const cinterpose_slot *open_calls[maximum_calls];

// MARK: The stack

int main(void);

static _Unwind_Reason_Code visit_frame(struct _Unwind_Context *frame, void *is_found) {
    if (_Unwind_GetRegionStart(frame) != (uintptr_t)main) return _URC_NO_REASON;
    *(bool *)is_found = true;
    return _URC_END_OF_STACK;
}

/// Checks that the stack is aligned, and that unwinders get through the frame of the stubs.
static void check_stack(const entry_facts *facts) {
    const char *name = facts->name;
    check(name, "the alignment of the stack in a hook", (uintptr_t)__builtin_frame_address(0) % 16, 0);
    if (!facts->is_unwindable) return;
    bool is_found = false;
    _Unwind_Backtrace(visit_frame, &is_found);
    if (!is_found) problem("%s: an unwinder doesn't get from a hook to main", name);
}

// MARK: Hooks

static void enter(cinterpose_slot *slot, cinterpose_place *place, cinterpose_registers *registers) {
    const entry_facts *facts = cinterpose_context(slot);
    check_stack(facts);
    if (entered == maximum_calls) {
        problem("%s: calls have no end", facts->name);
        exit(1);
    }
    open_calls[entered] = slot;
    for (size_t i = 0; i < sizeof place->words / sizeof *place->words; i++) place->words[i] = entered + 1000 * i;
    entered++;
    last_registers = *registers;
    registers->stack_bytes = facts->stack_bytes;
    change_registers();
}

static void leave(cinterpose_slot *slot, cinterpose_place *place, const cinterpose_results *results) {
    const entry_facts *facts = cinterpose_context(slot);
    check_stack(facts);
    uint64_t call = place->words[0];
    if (call < maximum_calls && open_calls[call] == slot) {
        open_calls[call] = NULL;
    } else {
        problem("%s: the place of a call that is left is not that of one that was entered", facts->name);
    }
    for (size_t i = 1; i < sizeof place->words / sizeof *place->words; i++) {
        check(facts->name, "a word of the place", place->words[i], call + 1000 * i);
    }
    left++;
    last_results = *results;
    change_registers();
}

void set_hooks(void) { cinterpose_set_hooks((cinterpose_hooks){enter, leave}); }

// MARK: Slots

cinterpose_slot *make_slot(void **entry, bool is_async, entry_facts *facts) {
    cinterpose_slot *slot = cinterpose_slot_for(entry, is_async);
    if (slot == NULL) {
        fprintf(stderr, "%s: no slot\n", facts->name);
        exit(1);
    }
    cinterpose_set_context(slot, facts, NULL);
    return slot;
}

void switch_slots(cinterpose_slot *const *slots, size_t count, bool is_on) {
    check("switching", "the number of entries changed", cinterpose_switch(slots, count, is_on), count);
    for (size_t i = 0; i < count; i++) {
        const entry_facts *facts = cinterpose_context(slots[i]);
        void **entry = cinterpose_entry_of(slots[i]);
        if ((*entry == cinterpose_original(entry)) == is_on) {
            problem("%s: the entry %s", facts->name, is_on ? "has its original" : "doesn't have its original again");
        }
    }
}
