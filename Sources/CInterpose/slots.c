// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "internal.h"
#include "stubs.h"

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

enum { slots_per_block = CINTERPOSE__CODE_SIZE / CINTERPOSE__STUB_SIZE };

// The stubs compute the addresses of their slots, and use these offsets.
_Static_assert(sizeof(cinterpose_slot) == CINTERPOSE__SLOT_SIZE, "stubs find their slots by this size");
_Static_assert(offsetof(cinterpose_slot, original_code) == 0, "used by the code behind the stubs");
_Static_assert(offsetof(cinterpose_slot, call_code) == 8, "used by the stubs");
_Static_assert(offsetof(cinterpose_slot, resume_code) == 16, "used by the stubs");
_Static_assert(offsetof(cinterpose_slot, gate) == 32, "used by the code behind the stubs");
_Static_assert(offsetof(cinterpose_slot, index) == 52, "used by the code behind the stubs");

extern const unsigned char cinterpose__stubs[CINTERPOSE__CODE_SIZE];
void cinterpose__call(void);
void cinterpose__call_async(void);
void cinterpose__resume(void);
void cinterpose__pass(void);

/// Until it is set, no entry leads to the code that reads it.
cinterpose_hooks cinterpose__hooks;

void cinterpose_set_hooks(cinterpose_hooks hooks) { cinterpose__hooks = hooks; }

/// Guards everything below. Never held while code of the program runs.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/// Where the stub of a slot is written, and what was there: what calls need not know.
typedef struct {
    void **entry;
    void *original;
    /// Whether the entry was as wanted after the last switch.
    bool is_written;
} origin;

/// Stubs, and the slots that belong to them.
typedef struct {
    unsigned char code[CINTERPOSE__CODE_SIZE];
    cinterpose_slot slots[slots_per_block];
    origin origins[slots_per_block];
} stub_block;

/// Of slots whose calls are all told.
static const uint8_t open_gate = 1;

/// In the order of their addresses.
static stub_block **blocks;
static size_t block_count;
/// The block that was made last, from which slots are taken.
static stub_block *newest;
static size_t used_in_newest = slots_per_block;

/// The number of blocks that begin at an address or before it.
static size_t blocks_up_to(const void *address) {
    size_t low = 0, high = block_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((uintptr_t)blocks[middle] <= (uintptr_t)address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Makes room for more slots. The code is written before it may be executed, never at the same time.
static bool add_block(void) {
    stub_block **grown = realloc(blocks, (block_count + 1) * sizeof *blocks);
    if (grown == NULL) return false;
    blocks = grown;
    stub_block *block = mmap(NULL, sizeof *block, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return false;
    memcpy(block->code, cinterpose__stubs, sizeof block->code);
    __builtin___clear_cache((char *)block->code, (char *)block->code + sizeof block->code);
    if (mprotect(block, sizeof block->code, PROT_READ | PROT_EXEC) != 0) {
        int reason = errno;
        munmap(block, sizeof *block);
        errno = reason;
        return false;
    }
    size_t before = blocks_up_to(block);
    memmove(&blocks[before + 1], &blocks[before], (block_count - before) * sizeof *blocks);
    blocks[before] = block;
    block_count++;
    newest = block;
    used_in_newest = 0;
    return true;
}

static stub_block *block_of(const cinterpose_slot *slot) {
    return (stub_block *)((char *)(slot - slot->index) - CINTERPOSE__CODE_SIZE);
}

static char *stub(const cinterpose_slot *slot) {
    return (char *)block_of(slot)->code + (size_t)slot->index * CINTERPOSE__STUB_SIZE;
}

static origin *origin_of(const cinterpose_slot *slot) { return &block_of(slot)->origins[slot->index]; }

/// The slot that an entry with this value leads to; NULL if it leads to no stub.
static cinterpose_slot *slot_of(const void *value) {
    size_t before = blocks_up_to(value);
    if (before == 0) return NULL;
    stub_block *block = blocks[before - 1];
    size_t place = (uintptr_t)value - (uintptr_t)block;
    if (place >= offsetof(stub_block, origins)) return NULL;
    // A stub, or the record of an async function that is in the slot.
    size_t slots = offsetof(stub_block, slots);
    size_t index = place < slots ? place / CINTERPOSE__STUB_SIZE : (place - slots) / sizeof(cinterpose_slot);
    return &block->slots[index];
}

/// What an entry has while it is interposed.
static void *replacement(cinterpose_slot *slot) {
    return slot->context_offset > 0 ? (void *)&slot->async_function : stub(slot);
}

// MARK: Slots by entry

static cinterpose_slot **table;
static size_t table_size, slot_count;

static size_t place(void **entry) {
    size_t index = ((uintptr_t)entry >> 3) * 0x9E3779B97F4A7C15u >> 20;
    for (;; index++) {
        index &= table_size - 1;
        if (table[index] == NULL || origin_of(table[index])->entry == entry) return index;
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
        if (old[i] != NULL) table[place(origin_of(old[i])->entry)] = old[i];
    }
    free(old);
    return true;
}

/// The code of an async function.
static const void *code_of(const cinterpose_async_function *function) {
    return (const char *)&function->code + function->code;
}

/// Where our part of an async function's context begins.
static uint32_t context_offset(const cinterpose_async_function *function) {
    return (function->context_size + 15) & ~15u;
}

/// Makes the record that takes the place of an async function's: our code, and a larger context.
static void prepare_async(cinterpose_slot *slot) {
    const cinterpose_async_function *original = origin_of(slot)->original;
    slot->original_code = code_of(original);
    slot->context_offset = context_offset(original);
    slot->async_function = (cinterpose_async_function){
        .code = (int32_t)(stub(slot) - (char *)&slot->async_function.code),
        .context_size = slot->context_offset + (uint32_t)sizeof(cinterpose__async_part),
    };
}

static cinterpose_slot *make_slot(void **entry, bool is_async) {
    void *original = __atomic_load_n(entry, __ATOMIC_ACQUIRE);
    // A table that the runtime has copied from a pattern may lead to the pattern's stub.
    if (original == NULL || slot_of(original) != NULL) return NULL;
    if (used_in_newest == slots_per_block && !add_block()) return NULL;
    uint32_t index = (uint32_t)used_in_newest++;
    cinterpose_slot *slot = &newest->slots[index];
    *slot = (cinterpose_slot){
        .original_code = original,
        .call_code = (const void *)(uintptr_t)cinterpose__pass,
        .resume_code = (const void *)(uintptr_t)cinterpose__resume,
        .gate = &open_gate,
        .index = index,
    };
    *origin_of(slot) = (origin){.entry = entry, .original = original};
    if (is_async) prepare_async(slot);
    return slot;
}

/// Whether a slot leads on to what its entry has now, without a stub. A library that was closed is gone with its tables,
/// and a table of another one may be in their place.
static bool is_of_present_table(const cinterpose_slot *slot, bool is_async) {
    const origin *from = origin_of(slot);
    if (__atomic_load_n(from->entry, __ATOMIC_ACQUIRE) != from->original) return false;
    if (is_async != (slot->context_offset > 0)) return false;
    if (!is_async) return true;
    return code_of(from->original) == slot->original_code && context_offset(from->original) == slot->context_offset;
}

static cinterpose_slot *slot_for(void **entry, bool is_async) {
    if (!grow_table()) return NULL;
    cinterpose_slot *present = slot_of(__atomic_load_n(entry, __ATOMIC_ACQUIRE));
    if (present != NULL && origin_of(present)->entry == entry) return present;
    size_t index = place(entry);
    cinterpose_slot *known = table[index];
    if (known != NULL && is_of_present_table(known, is_async)) return known;
    cinterpose_slot *slot = make_slot(entry, is_async);
    if (slot == NULL) return NULL;
    table[index] = slot;
    if (known == NULL) slot_count++;
    return slot;
}

cinterpose_slot *cinterpose_slot_for(void **entry, bool is_async) {
    pthread_mutex_lock(&lock);
    cinterpose_slot *slot = slot_for(entry, is_async);
    pthread_mutex_unlock(&lock);
    return slot;
}

void *cinterpose_original(void **entry) {
    pthread_mutex_lock(&lock);
    void *value = __atomic_load_n(entry, __ATOMIC_ACQUIRE);
    const cinterpose_slot *slot = slot_of(value);
    if (slot != NULL) value = origin_of(slot)->entry == entry ? origin_of(slot)->original : NULL;
    pthread_mutex_unlock(&lock);
    return value;
}

bool cinterpose_is_entered(cinterpose_slot *slot) {
    return __atomic_load_n(origin_of(slot)->entry, __ATOMIC_ACQUIRE) == replacement(slot);
}

bool cinterpose_was_written(const cinterpose_slot *slot) {
    pthread_mutex_lock(&lock);
    bool was_written = origin_of(slot)->is_written;
    pthread_mutex_unlock(&lock);
    return was_written;
}

void **cinterpose_entry_of(const cinterpose_slot *slot) { return origin_of(slot)->entry; }

void cinterpose_set_context(cinterpose_slot *slot, void *context, const uint8_t *gate) {
    __atomic_store_n(&slot->context, context, __ATOMIC_RELEASE);
    __atomic_store_n(&slot->gate, gate == NULL ? &open_gate : gate, __ATOMIC_RELEASE);
}

// MARK: Switching

static uintptr_t page_size(void) { return (uintptr_t)sysconf(_SC_PAGESIZE); }

/// Memory of one protection.
typedef struct {
    uintptr_t start, end;
    int protection;
} mapping;

/// The mappings of this process, in the order of their addresses; NULL if they can't be read.
///
/// Tables are read-only after relocation, but patterns of generic conformances share pages with data that the loader
/// still writes to, so what was there has to be put back.
static mapping *read_mappings(size_t *count) {
    FILE *maps = fopen("/proc/self/maps", "re");
    if (maps == NULL) return NULL;
    mapping *all = NULL;
    size_t room = 0;
    *count = 0;
    char line[512];
    bool is_start = true;
    while (fgets(line, sizeof line, maps)) {
        bool is_line = is_start;
        // A path may be longer than the buffer.
        is_start = strchr(line, '\n') != NULL;
        unsigned long start, end;
        char mode[5];
        if (!is_line || sscanf(line, "%lx-%lx %4s", &start, &end, mode) != 3) continue;
        if (*count == room) {
            room = room == 0 ? 256 : room * 2;
            mapping *grown = realloc(all, room * sizeof *all);
            if (grown == NULL) break;
            all = grown;
        }
        all[(*count)++] = (mapping){
            .start = start,
            .end = end,
            .protection = (mode[0] == 'r' ? PROT_READ : 0) | (mode[1] == 'w' ? PROT_WRITE : 0) |
                          (mode[2] == 'x' ? PROT_EXEC : 0),
        };
    }
    fclose(maps);
    return all;
}

int cinterpose__protection(const void *address) {
    size_t count = 0;
    mapping *all = read_mappings(&count);
    int protection = -1;
    for (size_t i = 0; all != NULL && i < count; i++) {
        if ((uintptr_t)address >= all[i].start && (uintptr_t)address < all[i].end) protection = all[i].protection;
    }
    free(all);
    return protection;
}

static int by_entry(const void *first, const void *second) {
    void **one = origin_of(*(cinterpose_slot *const *)first)->entry;
    void **other = origin_of(*(cinterpose_slot *const *)second)->entry;
    return one < other ? -1 : one > other;
}

/// Lets calls that reach the stub be told, or pass.
static void set_code(cinterpose_slot *slot, bool is_on) {
    void (*told)(void) = slot->context_offset > 0 ? cinterpose__call_async : cinterpose__call;
    const void *code = (const void *)(uintptr_t)(is_on ? told : cinterpose__pass);
    __atomic_store_n(&slot->call_code, code, __ATOMIC_RELEASE);
}

/// Writes one entry, if it still has the value that it should have.
/// @return whether it has the wanted value now.
///
/// The code that compilers emit reads entries without saying that other threads may write them. Such a read of an aligned
/// word is whole on the machines that there are stubs for, so the thread sanitizer is not told of the write.
__attribute__((disable_sanitizer_instrumentation)) static bool write_entry(cinterpose_slot *slot, bool is_on) {
    const origin *from = origin_of(slot);
    void *expected = is_on ? from->original : replacement(slot);
    void *wanted = is_on ? replacement(slot) : from->original;
    return __atomic_compare_exchange_n(from->entry, &expected, wanted, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED) ||
           expected == wanted;
}

/// Writes entries that are in one mapping.
static size_t write_mapping(cinterpose_slot *const *slots, size_t count, bool is_on, const mapping *around) {
    if (!(around->protection & PROT_READ)) return 0;
    uintptr_t first = (uintptr_t)origin_of(slots[0])->entry & ~(page_size() - 1);
    uintptr_t last = (uintptr_t)origin_of(slots[count - 1])->entry & ~(page_size() - 1);
    size_t length = last - first + page_size();
    bool is_locked = !(around->protection & PROT_WRITE);
    if (is_locked && mprotect((void *)first, length, around->protection | PROT_WRITE) != 0) return 0;
    size_t written = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_written = write_entry(slots[i], is_on);
        origin_of(slots[i])->is_written = is_written;
        written += is_written;
    }
    if (is_locked) mprotect((void *)first, length, around->protection);
    return written;
}

/// Writes entries that are sorted by their addresses.
static size_t write_entries(
    cinterpose_slot *const *slots, size_t count, bool is_on, const mapping *mappings, size_t mapping_count
) {
    size_t written = 0, first = 0;
    for (size_t i = 0; i < mapping_count && first < count; i++) {
        while (first < count && (uintptr_t)origin_of(slots[first])->entry < mappings[i].start) first++;
        size_t next = first;
        while (next < count && (uintptr_t)origin_of(slots[next])->entry < mappings[i].end) next++;
        if (next > first) written += write_mapping(&slots[first], next - first, is_on, &mappings[i]);
        first = next;
    }
    return written;
}

size_t cinterpose_switch(cinterpose_slot *const *slots, size_t count, bool is_on) {
    if (count == 0) return 0;
    cinterpose_slot **sorted = malloc(count * sizeof *sorted);
    if (sorted != NULL) {
        memcpy(sorted, slots, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, by_entry);
    }
    pthread_mutex_lock(&lock);
    // First, and whatever happens to the entries: calls through one that cannot be put back must pass.
    for (size_t i = 0; i < count; i++) {
        set_code(slots[i], is_on);
        origin_of(slots[i])->is_written = false;
    }
    size_t written = 0, mapping_count = 0;
    // Under the lock, so that no other switch has a page open for writing meanwhile.
    mapping *mappings = sorted == NULL ? NULL : read_mappings(&mapping_count);
    if (mappings != NULL) written = write_entries(sorted, count, is_on, mappings, mapping_count);
    free(mappings);
    pthread_mutex_unlock(&lock);
    free(sorted);
    return written;
}
