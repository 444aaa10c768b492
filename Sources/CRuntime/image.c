// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "cruntime_image.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { segment_limit = 8, page_shift = 12 };

/// What the linker writes into a file to tell it from every other one; no bytes if it was told not to.
typedef struct {
    uint8_t bytes[64];
    size_t size;
} build_id;

/// The functions of an image by the page of code in which they begin.
typedef struct {
    uint64_t first_page;
    size_t page_count;
    /// For each page the place of its first function in `functions`, and the end.
    uint32_t *starts;
    /// Numbers of symbols.
    uint32_t *functions;
} page_index;

struct cruntime_image {
    const uint8_t *file;
    size_t file_size;
    uintptr_t base;
    const Elf64_Sym *symbols;
    size_t symbol_count;
    const char *names;
    size_t names_size;
    const Elf64_Shdr *sections;
    size_t section_count;
    size_t name_section;
    Elf64_Phdr code[segment_limit];
    size_t code_count;
    /// The code that is in memory, which another file of the same name may not describe.
    Elf64_Phdr loaded[segment_limit];
    size_t loaded_count;
    /// An address in the image.
    uintptr_t address;
    build_id id;
    dev_t device;
    ino_t number;
    /// Made when it is needed.
    _Atomic(page_index *) index;
};

// MARK: Finding the file

typedef struct {
    uintptr_t address;
    uintptr_t base;
    char path[4096];
    Elf64_Phdr code[segment_limit];
    size_t code_count;
    /// Of the image in memory.
    build_id id;
    bool is_found;
} search;

/// The build ID among some notes.
static build_id id_in(const uint8_t *notes, size_t size, size_t alignment) {
    build_id id = {.size = 0};
    size_t step = alignment == 8 ? 8 : 4;
    for (size_t at = 0; size - at >= sizeof(Elf64_Nhdr);) {
        Elf64_Nhdr note;
        memcpy(&note, notes + at, sizeof note);
        at += sizeof note;
        size_t name = ((size_t)note.n_namesz + step - 1) & ~(step - 1);
        size_t text = ((size_t)note.n_descsz + step - 1) & ~(step - 1);
        if (name > size - at || note.n_descsz > size - at - name) break;
        bool is_id = note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof ELF_NOTE_GNU &&
                     memcmp(notes + at, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU) == 0;
        if (is_id && note.n_descsz <= sizeof id.bytes) {
            memcpy(id.bytes, notes + at + name, note.n_descsz);
            id.size = note.n_descsz;
            break;
        }
        if (text > size - at - name) break;
        at += name + text;
    }
    return id;
}

/// Whether a segment is in memory, as part of one that is loaded.
static bool is_loaded(const struct dl_phdr_info *info, const Elf64_Phdr *part) {
    for (size_t index = 0; index < info->dlpi_phnum; index++) {
        const Elf64_Phdr *segment = &info->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_R) || part->p_vaddr < segment->p_vaddr) continue;
        uint64_t offset = part->p_vaddr - segment->p_vaddr;
        if (offset <= segment->p_filesz && part->p_filesz <= segment->p_filesz - offset) return true;
    }
    return false;
}

/// Notes the build ID of the image in memory. The loader does not unload it meanwhile.
static void note_id(search *search, const struct dl_phdr_info *info) {
    for (size_t index = 0; index < info->dlpi_phnum && search->id.size == 0; index++) {
        const Elf64_Phdr *segment = &info->dlpi_phdr[index];
        if (segment->p_type != PT_NOTE || !is_loaded(info, segment)) continue;
        const uint8_t *notes = (const uint8_t *)(info->dlpi_addr + segment->p_vaddr);
        search->id = id_in(notes, segment->p_filesz, segment->p_align);
    }
}

static void note_code(search *search, const struct dl_phdr_info *info) {
    for (size_t index = 0; index < info->dlpi_phnum && search->code_count < segment_limit; index++) {
        const Elf64_Phdr *segment = &info->dlpi_phdr[index];
        bool is_readable = segment->p_type == PT_LOAD && (segment->p_flags & PF_X) && (segment->p_flags & PF_R);
        if (is_readable) search->code[search->code_count++] = *segment;
    }
}

static int visit_image(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    search *search = context;
    for (size_t index = 0; index < info->dlpi_phnum; index++) {
        const Elf64_Phdr *segment = &info->dlpi_phdr[index];
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;
        // Any segment: the record of an async function is data.
        if (segment->p_type != PT_LOAD) continue;
        if (search->address < start || search->address >= start + segment->p_memsz) continue;
        // The program itself has no name in this list; /proc/self/exe works even after the file was deleted.
        const char *path = info->dlpi_name && info->dlpi_name[0] ? info->dlpi_name : "/proc/self/exe";
        if (strlen(path) >= sizeof search->path) return 1;
        strcpy(search->path, path);
        search->base = info->dlpi_addr;
        note_code(search, info);
        note_id(search, info);
        search->is_found = true;
        return 1;
    }
    return 0;
}

static bool map_file(cruntime_image *image, const char *path) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    struct stat status;
    void *file = MAP_FAILED;
    if (fstat(descriptor, &status) == 0 && status.st_size >= (off_t)sizeof(Elf64_Ehdr)) {
        image->file_size = (size_t)status.st_size;
        image->device = status.st_dev;
        image->number = status.st_ino;
        file = mmap(NULL, image->file_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    }
    close(descriptor);
    if (file == MAP_FAILED) return false;
    image->file = file;
    return true;
}

// MARK: Reading the file

/// A range of the file; NULL when it is incomplete or not aligned to `alignment`.
static const void *part(const cruntime_image *image, uint64_t offset, uint64_t size, size_t alignment) {
    if (offset > image->file_size || size > image->file_size - offset || offset % alignment != 0) return NULL;
    return image->file + offset;
}

static const Elf64_Shdr *section(const cruntime_image *image, size_t index) {
    return index < image->section_count ? &image->sections[index] : NULL;
}

/// Uses a symbol table and its string table.
static bool take_symbols(cruntime_image *image, uint32_t type) {
    for (size_t index = 0; index < image->section_count; index++) {
        const Elf64_Shdr *table = &image->sections[index];
        if (table->sh_type != type) continue;
        const Elf64_Shdr *names = section(image, table->sh_link);
        if (!names) continue;
        image->symbols = part(image, table->sh_offset, table->sh_size, 8);
        image->names = part(image, names->sh_offset, names->sh_size, 1);
        image->symbol_count = table->sh_size / sizeof(Elf64_Sym);
        image->names_size = names->sh_size;
        bool is_whole = image->names_size > 0 && image->names && image->names[image->names_size - 1] == 0;
        if (image->symbols && is_whole) return true;
    }
    return false;
}

static bool read_headers(cruntime_image *image) {
    const Elf64_Ehdr *header = part(image, 0, sizeof *header, 1);
    if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64) return false;
    if (header->e_shentsize != sizeof(Elf64_Shdr) || header->e_phentsize != sizeof(Elf64_Phdr)) return false;
    image->section_count = header->e_shnum;
    image->name_section = header->e_shstrndx;
    image->sections = part(image, header->e_shoff, (uint64_t)header->e_shnum * sizeof(Elf64_Shdr), 8);
    const Elf64_Phdr *segments = part(image, header->e_phoff, (uint64_t)header->e_phnum * sizeof(Elf64_Phdr), 8);
    if (!image->sections || !segments) return false;
    for (size_t index = 0; index < header->e_phnum && image->code_count < segment_limit; index++) {
        const Elf64_Phdr *segment = &segments[index];
        bool is_code = segment->p_type == PT_LOAD && (segment->p_flags & PF_X);
        if (is_code && part(image, segment->p_offset, segment->p_filesz, 1)) image->code[image->code_count++] = *segment;
    }
    for (size_t index = 0; index < header->e_phnum && image->id.size == 0; index++) {
        const Elf64_Phdr *segment = &segments[index];
        const uint8_t *notes = segment->p_type == PT_NOTE ? part(image, segment->p_offset, segment->p_filesz, 1) : NULL;
        if (notes) image->id = id_in(notes, segment->p_filesz, segment->p_align);
    }
    return take_symbols(image, SHT_SYMTAB) || take_symbols(image, SHT_DYNSYM);
}

// MARK: Comparing file and memory

/// Whether the memory at an address is mapped from the image's file. False on some file systems also if it is: overlayfs
/// and Btrfs may tell other numbers of a mapping than of a file.
static bool is_mapped(const cruntime_image *image, uintptr_t address) {
    FILE *maps = fopen("/proc/self/maps", "re");
    if (!maps) return false;
    char line[512];
    bool is_start = true, is_same = false;
    while (!is_same && fgets(line, sizeof line, maps)) {
        bool is_line = is_start;
        // A path may be longer than the buffer.
        is_start = strchr(line, '\n') != NULL;
        unsigned long start, end, number;
        unsigned major, minor;
        if (!is_line || sscanf(line, "%lx-%lx %*s %*x %x:%x %lu", &start, &end, &major, &minor, &number) != 5) continue;
        if (address < start || address >= end) continue;
        is_same = makedev(major, minor) == image->device && number == image->number;
        if (!is_same) break;
    }
    fclose(maps);
    return is_same;
}

static const uint8_t *code_in_file(const cruntime_image *image, uintptr_t address, size_t size);

/// What a debugger puts into code to be told of it.
#if defined(__aarch64__)
static const uint8_t breakpoint[] = {0x00, 0x00, 0x20, 0xD4};
#else
static const uint8_t breakpoint[] = {0xCC};
#endif

/// Whether code in memory is that of a file, but for breakpoints.
static bool is_same_code(const uint8_t *file, const uint8_t *memory, size_t size) {
    const size_t block = 4096;
    for (size_t start = 0; start < size; start += block) {
        size_t end = size - start < block ? size : start + block;
        if (memcmp(file + start, memory + start, end - start) == 0) continue;
        for (size_t place = start; place < end; place += sizeof breakpoint) {
            size_t length = end - place < sizeof breakpoint ? end - place : sizeof breakpoint;
            if (memcmp(file + place, memory + place, length) == 0) continue;
            if (length < sizeof breakpoint || memcmp(memory + place, breakpoint, length) != 0) return false;
        }
    }
    return true;
}

/// Whether the file has the code that is in memory.
static bool has_same_code(const cruntime_image *image) {
    for (size_t index = 0; index < image->loaded_count; index++) {
        const Elf64_Phdr *segment = &image->loaded[index];
        uintptr_t address = image->base + segment->p_vaddr;
        const uint8_t *code = code_in_file(image, address, segment->p_filesz);
        if (!code || !is_same_code(code, (const uint8_t *)address, segment->p_filesz)) return false;
    }
    return image->loaded_count > 0;
}

/// Whether the file is that of an image in memory, and not one that has taken its name since.
static bool is_file_of(const cruntime_image *image, const search *loaded) {
    if (image->id.size > 0 || loaded->id.size > 0) {
        return image->id.size == loaded->id.size && memcmp(image->id.bytes, loaded->id.bytes, loaded->id.size) == 0;
    }
    bool is_same = loaded->code_count > 0 && is_mapped(image, loaded->base + loaded->code[0].p_vaddr);
    return is_same || has_same_code(image);
}

cruntime_image *cruntime_image_open(uintptr_t address, bool *is_replaced) {
    search *found = calloc(1, sizeof *found);
    cruntime_image *image = calloc(1, sizeof *image);
    bool is_open = false;
    if (is_replaced) *is_replaced = false;
    if (found && image) {
        found->address = address;
        dl_iterate_phdr(visit_image, found);
        image->address = address;
        image->base = found->base;
        memcpy(image->loaded, found->code, sizeof image->loaded);
        image->loaded_count = found->code_count;
        is_open = found->is_found && map_file(image, found->path) && read_headers(image);
        if (is_open && !is_file_of(image, found)) {
            is_open = false;
            if (is_replaced) *is_replaced = true;
        }
    }
    free(found);
    if (is_open) return image;
    if (image) cruntime_image_close(image);
    return NULL;
}

bool cruntime_image_is_loaded(const cruntime_image *image) {
    search *found = calloc(1, sizeof *found);
    if (!found) return false;
    found->address = image->address;
    dl_iterate_phdr(visit_image, found);
    bool is_same = found->is_found && found->base == image->base && is_file_of(image, found);
    free(found);
    return is_same;
}

static int read_unloaded_count(struct dl_phdr_info *info, size_t size, void *count) {
    (void)size;
    *(unsigned long long *)count = info->dlpi_subs;
    return 1;
}

bool cruntime_has_unloaded_images(void) {
    unsigned long long count = 0;
    dl_iterate_phdr(read_unloaded_count, &count);
    return count > 0;
}

static void free_index(page_index *index) {
    if (!index) return;
    free(index->starts);
    free(index->functions);
    free(index);
}

void cruntime_image_close(cruntime_image *image) {
    free_index(atomic_load_explicit(&image->index, memory_order_relaxed));
    if (image->file) munmap((void *)image->file, image->file_size);
    free(image);
}

// MARK: Code

/// The segment with a range of addresses, out of some.
static const Elf64_Phdr *segment_with(
    const cruntime_image *image, const Elf64_Phdr *segments, size_t count, uintptr_t address, size_t size
) {
    uintptr_t place = address - image->base;
    for (size_t index = 0; index < count; index++) {
        const Elf64_Phdr *segment = &segments[index];
        if (place < segment->p_vaddr || place - segment->p_vaddr >= segment->p_filesz) continue;
        return size <= segment->p_filesz - (place - segment->p_vaddr) ? segment : NULL;
    }
    return NULL;
}

static const Elf64_Phdr *code_segment(const cruntime_image *image, uintptr_t address, size_t size) {
    if (!segment_with(image, image->loaded, image->loaded_count, address, size)) return NULL;
    return segment_with(image, image->code, image->code_count, address, size);
}

bool cruntime_image_has_code(const cruntime_image *image, uintptr_t address) {
    return code_segment(image, address, 1) != NULL;
}

/// What the file has for a range of code; NULL when the range is not code of the image.
static const uint8_t *code_in_file(const cruntime_image *image, uintptr_t address, size_t size) {
    const Elf64_Phdr *segment = code_segment(image, address, size);
    return segment ? image->file + segment->p_offset + (address - image->base - segment->p_vaddr) : NULL;
}

const uint8_t *cruntime_image_code(const cruntime_image *image, uintptr_t address, size_t size) {
    const uint8_t *code = code_in_file(image, address, size);
    return code && memcmp(code, (const void *)address, size) == 0 ? code : NULL;
}

// MARK: Symbols

static bool is_among(const uintptr_t *addresses, size_t count, uintptr_t address) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (addresses[middle] < address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < count && addresses[low] == address;
}

/// The name of a symbol defined in the image, NULL otherwise.
static const char *defined_name(const cruntime_image *image, const Elf64_Sym *symbol) {
    unsigned type = ELF64_ST_TYPE(symbol->st_info);
    if (type != STT_FUNC && type != STT_OBJECT && type != STT_NOTYPE) return NULL;
    if (symbol->st_shndx == SHN_UNDEF || symbol->st_name >= image->names_size) return NULL;
    return image->names + symbol->st_name;
}

void cruntime_image_each_symbol(
    const cruntime_image *image,
    const uintptr_t *addresses,
    size_t count,
    void *context,
    void (*visit)(void *context, uintptr_t address, const char *name, size_t size)
) {
    if (count == 0) return;
    for (size_t index = 0; index < image->symbol_count; index++) {
        const Elf64_Sym *symbol = &image->symbols[index];
        uintptr_t address = image->base + symbol->st_value;
        if (address < addresses[0] || address > addresses[count - 1]) continue;
        const char *name = defined_name(image, symbol);
        if (name && is_among(addresses, count, address)) visit(context, address, name, symbol->st_size);
    }
}

/// The page of code in which a symbol begins; `page_count` if it is no function of the image's code.
static size_t page_of(const cruntime_image *image, const page_index *index, const Elf64_Sym *symbol) {
    if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || !defined_name(image, symbol)) return index->page_count;
    uint64_t page = symbol->st_value >> page_shift;
    return page < index->first_page ? index->page_count : page - index->first_page;
}

static page_index *make_index(const cruntime_image *image) {
    page_index *index = calloc(1, sizeof *index);
    if (!index) return NULL;
    uint64_t end = 0;
    index->first_page = UINT64_MAX;
    for (size_t segment = 0; segment < image->code_count; segment++) {
        uint64_t start = image->code[segment].p_vaddr;
        uint64_t last = (start + image->code[segment].p_filesz) >> page_shift;
        if (start >> page_shift < index->first_page) index->first_page = start >> page_shift;
        if (last + 1 > end) end = last + 1;
    }
    // A header can claim anything.
    bool is_sane = end > index->first_page && end - index->first_page <= (image->file_size >> page_shift) * 2 + 2
        && image->symbol_count < UINT32_MAX;
    index->page_count = is_sane ? end - index->first_page : 0;
    index->starts = calloc(index->page_count + 2, sizeof *index->starts);
    if (!index->starts) return free_index(index), NULL;
    // A counting sort: first the number of functions of each page, two places behind it.
    for (size_t symbol = 0; symbol < image->symbol_count; symbol++) {
        size_t page = page_of(image, index, &image->symbols[symbol]);
        if (page < index->page_count) index->starts[page + 2]++;
    }
    for (size_t page = 2; page < index->page_count + 2; page++) index->starts[page] += index->starts[page - 1];
    index->functions = calloc((size_t)index->starts[index->page_count + 1] + 1, sizeof *index->functions);
    if (!index->functions) return free_index(index), NULL;
    uint32_t count = index->starts[index->page_count + 1];
    for (size_t symbol = 0; symbol < image->symbol_count; symbol++) {
        size_t page = page_of(image, index, &image->symbols[symbol]);
        // A file that is overwritten meanwhile can have more functions on a page than it had.
        if (page < index->page_count && index->starts[page + 1] < count) {
            index->functions[index->starts[page + 1]++] = (uint32_t)symbol;
        }
    }
    return index;
}

/// The index, made at first; NULL if there is no memory for it.
static const page_index *index_of(const cruntime_image *image) {
    _Atomic(page_index *) *place = (_Atomic(page_index *) *)&image->index;
    page_index *known = atomic_load_explicit(place, memory_order_acquire);
    if (known) return known;
    page_index *made = make_index(image);
    if (!made) return NULL;
    if (atomic_compare_exchange_strong_explicit(place, &known, made, memory_order_acq_rel, memory_order_acquire)) {
        return made;
    }
    free_index(made);
    return known;
}

void cruntime_image_each_function_at(
    const cruntime_image *image,
    uintptr_t address,
    void *context,
    void (*visit)(void *context, uintptr_t address, const char *name, size_t size)
) {
    const page_index *index = index_of(image);
    if (!index) return;
    uint64_t value = address - image->base, page = value >> page_shift;
    if (page < index->first_page || page - index->first_page >= index->page_count) return;
    page -= index->first_page;
    for (uint32_t place = index->starts[page]; place < index->starts[page + 1]; place++) {
        const Elf64_Sym *symbol = &image->symbols[index->functions[place]];
        const char *name = symbol->st_value == value ? defined_name(image, symbol) : NULL;
        if (name) visit(context, address, name, symbol->st_size);
    }
}

void cruntime_image_each_function(
    const cruntime_image *image,
    const char *prefix,
    void *context,
    void (*visit)(void *context, uintptr_t address, const char *name, size_t size)
) {
    size_t length = strlen(prefix);
    for (size_t index = 0; index < image->symbol_count; index++) {
        const Elf64_Sym *symbol = &image->symbols[index];
        if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC) continue;
        const char *name = defined_name(image, symbol);
        if (!name || strncmp(name, prefix, length) != 0) continue;
        visit(context, image->base + symbol->st_value, name, symbol->st_size);
    }
}

void cruntime_image_each_sized_function(
    const cruntime_image *image,
    void *context,
    void (*visit)(void *context, uint64_t offset, const char *name, size_t size)
) {
    for (size_t index = 0; index < image->symbol_count; index++) {
        const Elf64_Sym *symbol = &image->symbols[index];
        if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_size == 0) continue;
        const char *name = defined_name(image, symbol);
        if (name) visit(context, symbol->st_value, name, symbol->st_size);
    }
}

const uint8_t *cruntime_image_section(const cruntime_image *image, const char *name, size_t *size) {
    const Elf64_Shdr *names = section(image, image->name_section);
    const char *texts = names ? part(image, names->sh_offset, names->sh_size, 1) : NULL;
    if (!texts || names->sh_size == 0 || texts[names->sh_size - 1] != 0) return NULL;
    for (size_t index = 0; index < image->section_count; index++) {
        const Elf64_Shdr *found = &image->sections[index];
        if (found->sh_type == SHT_NOBITS || (found->sh_flags & SHF_COMPRESSED)) continue;
        if (found->sh_name >= names->sh_size || strcmp(texts + found->sh_name, name) != 0) continue;
        const uint8_t *bytes = part(image, found->sh_offset, found->sh_size, 1);
        if (bytes) *size = found->sh_size;
        return bytes;
    }
    return NULL;
}

const char *cruntime_image_import(const cruntime_image *image, uintptr_t slot) {
    // Backwards: the short table of the procedure linkage table comes last.
    for (size_t index = image->section_count; index-- > 0;) {
        const Elf64_Shdr *table = &image->sections[index];
        if (table->sh_type != SHT_RELA) continue;
        const Elf64_Rela *entries = part(image, table->sh_offset, table->sh_size, 8);
        const Elf64_Shdr *symbols = section(image, table->sh_link);
        const Elf64_Shdr *names = symbols ? section(image, symbols->sh_link) : NULL;
        if (!entries || !names) continue;
        const Elf64_Sym *list = part(image, symbols->sh_offset, symbols->sh_size, 8);
        const char *text = part(image, names->sh_offset, names->sh_size, 1);
        if (!list || !text || names->sh_size == 0 || text[names->sh_size - 1] != 0) continue;
        for (size_t entry = 0; entry < table->sh_size / sizeof *entries; entry++) {
            if (image->base + entries[entry].r_offset != slot) continue;
            size_t number = ELF64_R_SYM(entries[entry].r_info);
            if (number == 0 || number >= symbols->sh_size / sizeof *list) continue;
            if (list[number].st_name < names->sh_size) return text + list[number].st_name;
        }
    }
    return NULL;
}
