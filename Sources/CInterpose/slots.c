// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "cinterpose.h"

#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// MARK: Stubs

enum {
    stub_size = 32,
    page_size = 4096,
    stubs_per_page = page_size / stub_size,
};

_Static_assert(sizeof(cinterpose_slot) == stub_size, "a stub finds its slot at the same place, one page further");

extern const unsigned char cinterpose__stubs[page_size];
void cinterpose__call(void);

void (*cinterpose__enter)(cinterpose_slot *, cinterpose_registers *) __attribute__((visibility("hidden")));
void (*cinterpose__leave)(cinterpose_slot *, uint64_t, const cinterpose_results *)
    __attribute__((visibility("hidden")));

void cinterpose_set_hooks(cinterpose_hooks hooks) {
    cinterpose__enter = hooks.enter;
    cinterpose__leave = hooks.leave;
}

/// Guards everything below. Never held while code of the program runs.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/// Two pages: stubs, and the slots that belong to them.
typedef struct {
    unsigned char code[page_size];
    cinterpose_slot slots[stubs_per_page];
} stub_pages;

static stub_pages **pages;
static size_t page_count;
static size_t used_in_last = stubs_per_page;

/// Makes room for more stubs. The code is written before it may be executed, never at the same time.
static bool add_pages(void) {
    stub_pages **grown = realloc(pages, (page_count + 1) * sizeof *pages);
    if (grown == NULL) return false;
    pages = grown;
    void *memory = mmap(NULL, sizeof(stub_pages), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return false;
    memcpy(memory, cinterpose__stubs, page_size);
    __builtin___clear_cache(memory, (char *)memory + page_size);
    if (mprotect(memory, page_size, PROT_READ | PROT_EXEC) != 0) {
        int reason = errno;
        munmap(memory, sizeof(stub_pages));
        errno = reason;
        return false;
    }
    pages[page_count++] = memory;
    used_in_last = 0;
    return true;
}

static void *stub(const cinterpose_slot *slot) { return (char *)slot - page_size; }

static bool is_stub(const void *address) {
    for (size_t i = 0; i < page_count; i++) {
        if ((uintptr_t)address - (uintptr_t)pages[i]->code < page_size) return true;
    }
    return false;
}

bool cinterpose_is_stub(const void *address) {
    pthread_mutex_lock(&lock);
    bool is = is_stub(address);
    pthread_mutex_unlock(&lock);
    return is;
}

// MARK: Slots by entry

static cinterpose_slot **table;
static size_t table_size, slot_count;

static size_t place(void **entry) {
    size_t index = ((uintptr_t)entry >> 3) * 0x9E3779B97F4A7C15u >> 20;
    for (;; index++) {
        index &= table_size - 1;
        if (table[index] == NULL || table[index]->entry == entry) return index;
    }
}

static bool grow_table(void) {
    if (slot_count * 2 < table_size) return true;
    size_t old_size = table_size;
    cinterpose_slot **old = table;
    size_t size = old_size == 0 ? 1024 : old_size * 2;
    cinterpose_slot **new = calloc(size, sizeof *new);
    if (new == NULL) return false;
    table = new;
    table_size = size;
    for (size_t i = 0; i < old_size; i++) {
        if (old[i] != NULL) table[place(old[i]->entry)] = old[i];
    }
    free(old);
    return true;
}

static cinterpose_slot *slot_for(void **entry) {
    if (!grow_table()) return NULL;
    size_t index = place(entry);
    if (table[index] != NULL) return table[index];
    if (used_in_last == stubs_per_page && !add_pages()) return NULL;
    cinterpose_slot *slot = &pages[page_count - 1]->slots[used_in_last++];
    *slot = (cinterpose_slot){
        .original = __atomic_load_n(entry, __ATOMIC_ACQUIRE),
        .common = (const void *)(uintptr_t)cinterpose__call,
        .entry = entry,
    };
    table[index] = slot;
    slot_count++;
    return slot;
}

cinterpose_slot *cinterpose_slot_for(void **entry) {
    pthread_mutex_lock(&lock);
    cinterpose_slot *slot = slot_for(entry);
    pthread_mutex_unlock(&lock);
    return slot;
}

// MARK: Switching

/// The protection of the mapping at an address; -1 if nothing is mapped there.
///
/// Tables are read-only after relocation, but patterns of generic conformances share pages with data that the loader
/// still writes to, so what was there has to be put back.
static int protection(FILE *maps, uintptr_t address, uintptr_t *end_of_mapping) {
    rewind(maps);
    char line[512];
    while (fgets(line, sizeof line, maps)) {
        unsigned long start, end;
        char mode[5];
        if (sscanf(line, "%lx-%lx %4s", &start, &end, mode) != 3 || address < start || address >= end) continue;
        *end_of_mapping = end;
        return (mode[0] == 'r' ? PROT_READ : 0) | (mode[1] == 'w' ? PROT_WRITE : 0) | (mode[2] == 'x' ? PROT_EXEC : 0);
    }
    return -1;
}

static int by_entry(const void *first, const void *second) {
    void **one = (*(cinterpose_slot *const *)first)->entry, **other = (*(cinterpose_slot *const *)second)->entry;
    return one < other ? -1 : one > other;
}

/// Writes one entry, if it still has the value that it should have.
static bool write_entry(const cinterpose_slot *slot, bool is_on) {
    void *expected = is_on ? slot->original : stub(slot);
    void *wanted = is_on ? stub(slot) : slot->original;
    return __atomic_compare_exchange_n(slot->entry, &expected, wanted, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

/// Writes the entries of one page.
static size_t write_page(cinterpose_slot *const *slots, size_t count, bool is_on, FILE *maps) {
    uintptr_t page = (uintptr_t)slots[0]->entry & ~(uintptr_t)(page_size - 1), end;
    int known = protection(maps, page, &end);
    if (known < 0 || !(known & PROT_READ)) return 0;
    bool is_locked = !(known & PROT_WRITE);
    if (is_locked && mprotect((void *)page, page_size, known | PROT_WRITE) != 0) return 0;
    size_t changed = 0;
    for (size_t i = 0; i < count; i++) changed += write_entry(slots[i], is_on);
    if (is_locked) mprotect((void *)page, page_size, known);
    return changed;
}

size_t cinterpose_switch(cinterpose_slot *const *slots, size_t count, bool is_on) {
    if (count == 0) return 0;
    cinterpose_slot **sorted = malloc(count * sizeof *sorted);
    FILE *maps = fopen("/proc/self/maps", "re");
    size_t changed = 0;
    if (sorted != NULL && maps != NULL) {
        memcpy(sorted, slots, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, by_entry);
        pthread_mutex_lock(&lock);
        for (size_t first = 0, next; first < count; first = next) {
            uintptr_t page = (uintptr_t)sorted[first]->entry / page_size;
            for (next = first; next < count && (uintptr_t)sorted[next]->entry / page_size == page;) next++;
            changed += write_page(&sorted[first], next - first, is_on, maps);
        }
        pthread_mutex_unlock(&lock);
    }
    if (maps != NULL) fclose(maps);
    free(sorted);
    return changed;
}
