// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "cruntime_code.h"

#include <string.h>

cruntime_machine cruntime_machine_current(void) {
#if defined(__x86_64__)
    return CRUNTIME_X86_64;
#elif defined(__aarch64__)
    return CRUNTIME_AARCH64;
#else
    return CRUNTIME_OTHER;
#endif
}

static void add(uintptr_t *list, size_t *count, uintptr_t address) {
    for (size_t index = 0; index < *count; index++) {
        if (list[index] == address) return;
    }
    if (*count < CRUNTIME_CALL_LIMIT) list[(*count)++] = address;
}

static bool starts(const uint8_t *bytes, size_t size, const char *prefix, size_t count) {
    return size >= count && memcmp(bytes, prefix, count) == 0;
}

// MARK: x86-64

static uintptr_t relative(const uint8_t *bytes, uintptr_t next) {
    int32_t distance;
    memcpy(&distance, bytes, sizeof distance);
    return next + (uintptr_t)(intptr_t)distance;
}

static size_t skip_prologue(const uint8_t *bytes, size_t size) {
    size_t at = 0;
    if (starts(bytes, size, "\xF3\x0F\x1E\xFA", 4)) at += 4; // endbr64
    return at;
}

static bool returns_at_once_x86_64(const uint8_t *bytes, size_t size) {
    size_t at = skip_prologue(bytes, size);
    // push %rbp; mov %rsp,%rbp; pop %rbp
    if (starts(bytes + at, size - at, "\x55\x48\x89\xE5\x5D", 5)) at += 5;
    return at < size && bytes[at] == 0xC3;
}

/// The start of a dynamic dispatch: the class is loaded from `self`, that is from 0(%r13), followed by an indirect call
/// or jump.
static bool dispatches_x86_64(const uint8_t *bytes, size_t size) {
    bool loads_class = false;
    for (size_t at = 0; at + 2 <= size; at++) {
        bool is_load = at + 4 <= size && (bytes[at] == 0x49 || bytes[at] == 0x4D) && bytes[at + 1] == 0x8B &&
                       (bytes[at + 2] & 0xC7) == 0x45 && bytes[at + 3] == 0;
        if (is_load) loads_class = true;
        if (!loads_class) continue;
        // call or jmp through a register or a pointer in memory: ff /2, ff /4; not relative to %rip.
        size_t form = bytes[at] == 0x41 ? at + 1 : at;
        if (form + 1 >= size || bytes[form] != 0xFF) continue;
        uint8_t operation = (bytes[form + 1] >> 3) & 7, mode = bytes[form + 1] >> 6, base = bytes[form + 1] & 7;
        if ((operation == 2 || operation == 4) && !(mode == 0 && base == 5)) return true;
    }
    return false;
}

static void read_x86_64(const uint8_t *bytes, size_t size, uintptr_t address, cruntime_code *code) {
    code->returns_at_once = returns_at_once_x86_64(bytes, size);
    // Every offset is tried, because instructions have no fixed length. Chance matches do not lead to a function.
    for (size_t at = 0; at + 5 <= size; at++) {
        if (bytes[at] == 0xE8 || bytes[at] == 0xE9) {
            add(code->calls, &code->call_count, relative(bytes + at + 1, address + at + 5));
        }
        if (at + 6 <= size && bytes[at] == 0xFF && (bytes[at + 1] == 0x15 || bytes[at + 1] == 0x25)) {
            add(code->slots, &code->slot_count, relative(bytes + at + 2, address + at + 6));
        }
    }
    code->dispatches = dispatches_x86_64(bytes, size);
}

static bool may_refer_x86_64(const uint8_t *bytes, size_t size) {
    for (size_t at = 0; at < size; at++) {
        // A call, a jump, or the form of an operand that is addressed by its distance. The lengths of instructions are not
        // known, so any such byte counts.
        bool is_jump = bytes[at] == 0xE8 || bytes[at] == 0xE9 || bytes[at] == 0xEB || (bytes[at] & 0xF0) == 0x70;
        bool is_long = bytes[at] == 0x0F && at + 1 < size && (bytes[at + 1] & 0xF0) == 0x80;
        if (is_jump || is_long || (bytes[at] & 0xC7) == 0x05) return true;
    }
    return false;
}

static uintptr_t stub_slot_x86_64(const uint8_t *bytes, size_t size, uintptr_t address) {
    size_t at = skip_prologue(bytes, size);
    if (at < size && bytes[at] == 0xF2) at++; // bnd
    if (at + 6 > size || bytes[at] != 0xFF || bytes[at + 1] != 0x25) return 0;
    return relative(bytes + at + 2, address + at + 6);
}

static bool ends(const uint8_t *end, const char *suffix, size_t count) {
    return memcmp(end - count, suffix, count) == 0;
}

/// Whether the bytes before `end` are padding, or leave a function: nop, int3, ret, ud2, jmp.
static bool leaves_x86_64(const uint8_t *end) {
    static const struct { const char *bytes; size_t count; } padding[] = {
        {"\x0F\x1F\x00", 3}, {"\x0F\x1F\x40\x00", 4}, {"\x0F\x1F\x44\x00\x00", 5},
        {"\x0F\x1F\x80\x00\x00\x00\x00", 7}, {"\x0F\x1F\x84\x00\x00\x00\x00\x00", 8},
    };
    for (size_t index = 0; index < sizeof padding / sizeof *padding; index++) {
        if (ends(end, padding[index].bytes, padding[index].count)) return true;
    }
    bool is_jump = end[-5] == 0xE9 || end[-2] == 0xEB || (end[-6] == 0xFF && end[-5] == 0x25) ||
                   (end[-2] == 0xFF && (end[-1] & 0xF8) == 0xE0);
    return end[-1] == 0x90 || end[-1] == 0xCC || end[-1] == 0xC3 || ends(end, "\x0F\x0B", 2) || is_jump;
}

// MARK: aarch64

static uint32_t word(const uint8_t *bytes) {
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static intptr_t sign_extended(uint64_t value, unsigned bits) {
    return (intptr_t)(value << (64 - bits)) >> (64 - bits);
}

static bool is_landing_pad(uint32_t instruction) {
    return (instruction & 0xFFFFFF3F) == 0xD503241F || instruction == 0xD503233F; // bti, paciasp
}

static void read_aarch64(const uint8_t *bytes, size_t size, uintptr_t address, cruntime_code *code) {
    size_t at = 0;
    while (at + 4 <= size && is_landing_pad(word(bytes + at))) at += 4;
    code->returns_at_once = at + 4 <= size && word(bytes + at) == 0xD65F03C0;
    bool loads_class = false;
    for (; at + 4 <= size; at += 4) {
        uint32_t instruction = word(bytes + at);
        if ((instruction & 0x7C000000) == 0x14000000) { // b, bl
            intptr_t distance = sign_extended(instruction & 0x03FFFFFF, 26) * 4;
            add(code->calls, &code->call_count, address + at + (uintptr_t)distance);
        }
        if ((instruction & 0xFFFFFFE0) == 0xF9400280) loads_class = true; // ldr x?, [x20]
        bool is_indirect = (instruction & 0xFFDFFC1F) == 0xD61F0000; // br, blr
        if (loads_class && is_indirect) code->dispatches = true;
    }
}

static bool may_refer_aarch64(const uint8_t *bytes, size_t size) {
    for (size_t at = 0; at + 4 <= size; at += 4) {
        uint32_t instruction = word(bytes + at);
        bool is_jump = (instruction & 0x7C000000) == 0x14000000;    // b, bl
        bool is_address = (instruction & 0x1F000000) == 0x10000000; // adr, adrp
        bool is_literal = (instruction & 0x3B000000) == 0x18000000; // ldr of a literal
        if (is_jump || is_address || is_literal) return true;
    }
    return false;
}

/// Whether the instruction before `end` is padding, or leaves a function: nop, brk, udf, ret, br, b.
static bool leaves_aarch64(const uint8_t *end) {
    uint32_t instruction = word(end - 4);
    return instruction == 0xD503201F || instruction == 0xD65F03C0 || (instruction & 0xFFE0001F) == 0xD4200000 ||
           instruction >> 16 == 0 || (instruction & 0xFFFFFC1F) == 0xD61F0000 ||
           (instruction & 0xFC000000) == 0x14000000;
}

static uintptr_t stub_slot_aarch64(const uint8_t *bytes, size_t size, uintptr_t address) {
    size_t at = 0;
    while (at + 4 <= size && is_landing_pad(word(bytes + at))) at += 4;
    if (at + 8 > size) return 0;
    uint32_t page = word(bytes + at), load = word(bytes + at + 4);
    // adrp x16, page; ldr x17, [x16, offset]
    if ((page & 0x9F00001F) != 0x90000010 || (load & 0xFFC003FF) != 0xF9400211) return 0;
    uint64_t high = (page >> 5) & 0x7FFFF, low = (page >> 29) & 3;
    intptr_t distance = sign_extended(high << 2 | low, 21) * 4096;
    return ((address + at) & ~(uintptr_t)4095) + (uintptr_t)distance + ((load >> 10) & 0xFFF) * 8;
}

// MARK: Any

void cruntime_code_read(
    cruntime_machine machine, const uint8_t *bytes, size_t size, uintptr_t address, cruntime_code *code
) {
    memset(code, 0, sizeof *code);
    if (machine == CRUNTIME_X86_64) read_x86_64(bytes, size, address, code);
    if (machine == CRUNTIME_AARCH64) read_aarch64(bytes, size, address, code);
}

bool cruntime_code_may_refer(cruntime_machine machine, const uint8_t *bytes, size_t size) {
    if (machine == CRUNTIME_X86_64) return may_refer_x86_64(bytes, size);
    return machine == CRUNTIME_AARCH64 ? may_refer_aarch64(bytes, size) : true;
}

uintptr_t cruntime_code_stub_slot(cruntime_machine machine, const uint8_t *bytes, size_t size, uintptr_t address) {
    if (machine == CRUNTIME_X86_64) return stub_slot_x86_64(bytes, size, address);
    if (machine == CRUNTIME_AARCH64) return stub_slot_aarch64(bytes, size, address);
    return 0;
}

size_t cruntime_code_extent(cruntime_machine machine, const uint8_t *bytes, size_t size) {
    bool (*leaves)(const uint8_t *) = machine == CRUNTIME_X86_64    ? leaves_x86_64
                                      : machine == CRUNTIME_AARCH64 ? leaves_aarch64
                                                                    : NULL;
    const uint8_t *start = bytes + CRUNTIME_ALIGNMENT;
    if (!leaves || !leaves(start)) return 0;
    // Without the lengths of instructions, the end can be told at aligned addresses only, as the start of the next
    // function.
    for (size_t at = CRUNTIME_ALIGNMENT; at <= size; at += CRUNTIME_ALIGNMENT) {
        if (leaves(start + at)) return at;
    }
    return 0;
}
