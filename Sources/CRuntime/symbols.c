// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "cruntime_symbols.h"

#include "cruntime_image.h"
#include "lines.h"

#include <link.h>
#include <stdlib.h>

typedef struct {
    uint64_t start, size;
    const char *name;
} function;

struct cruntime_symbols {
    cruntime_image *image;
    /// In ascending order of their starts.
    function *functions;
    size_t count, capacity;
    cruntime__lines lines;
};

static void add(void *context, uint64_t offset, const char *name, size_t size) {
    cruntime_symbols *symbols = context;
    if (symbols->count == symbols->capacity) {
        size_t wanted = symbols->capacity ? symbols->capacity * 2 : 1024;
        function *grown = realloc(symbols->functions, wanted * sizeof *grown);
        if (!grown) return;
        symbols->functions = grown;
        symbols->capacity = wanted;
    }
    symbols->functions[symbols->count++] = (function){offset, size, name};
}

static int by_start(const void *first, const void *second) {
    const function *one = first, *other = second;
    return one->start < other->start ? -1 : one->start > other->start;
}

static cruntime__section section(const cruntime_image *image, const char *name) {
    cruntime__section section = {0};
    section.bytes = cruntime_image_section(image, name, &section.size);
    return section;
}

cruntime_symbols *cruntime_symbols_open(uintptr_t address) {
    cruntime_symbols *symbols = calloc(1, sizeof *symbols);
    if (!symbols) return NULL;
    symbols->image = cruntime_image_open(address, NULL);
    if (!symbols->image) {
        free(symbols);
        return NULL;
    }
    cruntime_image_each_sized_function(symbols->image, symbols, add);
    if (symbols->count > 0) qsort(symbols->functions, symbols->count, sizeof *symbols->functions, by_start);
    symbols->lines.lines = section(symbols->image, ".debug_line");
    symbols->lines.line_texts = section(symbols->image, ".debug_line_str");
    symbols->lines.texts = section(symbols->image, ".debug_str");
    cruntime__lines_read(&symbols->lines);
    return symbols;
}

void cruntime_symbols_close(cruntime_symbols *symbols) {
    cruntime__lines_free(&symbols->lines);
    free(symbols->functions);
    cruntime_image_close(symbols->image);
    free(symbols);
}

bool cruntime_symbols_are_loaded(const cruntime_symbols *symbols) { return cruntime_image_is_loaded(symbols->image); }

const char *cruntime_symbols_function(const cruntime_symbols *symbols, uint64_t offset, uint64_t *start) {
    size_t low = 0, high = symbols->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (symbols->functions[middle].start <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    // Symbols of nested code may follow that of the function around it.
    for (size_t left = 8; low > 0 && left > 0; low--, left--) {
        const function *found = &symbols->functions[low - 1];
        if (offset - found->start >= found->size) continue;
        *start = found->start;
        return found->name;
    }
    return NULL;
}

uint32_t cruntime_symbols_line(
    const cruntime_symbols *symbols, uint64_t offset, uint64_t start, char *path, size_t size
) {
    return cruntime__lines_find(&symbols->lines, offset, start, path, size);
}

static int read_counts(struct dl_phdr_info *info, size_t size, void *changes) {
    (void)size;
    *(uint64_t *)changes = info->dlpi_subs == 0 ? 0 : info->dlpi_adds + info->dlpi_subs;
    return 1;
}

uint64_t cruntime_image_changes(void) {
    uint64_t changes = 0;
    dl_iterate_phdr(read_counts, &changes);
    return changes;
}

typedef struct {
    void *context;
    void (*visit)(void *context, uintptr_t start, uintptr_t end, uintptr_t base, const char *path);
} visitor;

static int visit_image(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    const visitor *visitor = context;
    for (size_t index = 0; index < info->dlpi_phnum; index++) {
        const Elf64_Phdr *segment = &info->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;
        const char *path = info->dlpi_name ? info->dlpi_name : "";
        visitor->visit(visitor->context, start, start + segment->p_memsz, info->dlpi_addr, path);
    }
    return 0;
}

void cruntime_each_image(
    void *context, void (*visit)(void *context, uintptr_t start, uintptr_t end, uintptr_t base, const char *path)
) {
    visitor visitor = {context, visit};
    dl_iterate_phdr(visit_image, &visitor);
}
